import { expect, test } from 'vitest'
import { isNamedBy } from './rules.ts'

test('what an earlier text found stays for a longer one that names it too, in any capitals', () => {
  const record = { title: 'acme-outlet.example', hint: 'Acme · Acme Group' }
  for (const text of ['acme', 'ACME-out', ' outlet ', 'Acme Group', 'Acme  Gro'])
    expect(isNamedBy(record, text)).toBe(true)
  for (const text of ['acme-outlets', 'acmeg', 'zenith']) expect(isNamedBy(record, text)).toBe(false)
})
