import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('who can sign in is said in one place: no other code writes the condition', () => {
  const source = join(import.meta.dirname, '../..')
  const others = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.endsWith('active-people.ts'))
    .filter((name) => /not (?:\w+\.)?is_blocked/.test(readFileSync(join(source, name), 'utf8')))
  expect(others).toEqual([])
})
