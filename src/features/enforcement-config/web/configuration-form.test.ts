import { expect, test } from 'vitest'
import { emptyConfiguration, withPlaceholder } from './configuration-form.ts'

test('A-066 a new configuration begins enabled', () => {
  expect(emptyConfiguration.status).toBe(true)
})

test('a placeholder takes the place of what is selected, and the cursor stands behind it', () => {
  expect(withPlaceholder('Dear X,', { from: 5, to: 6 }, 'registrar')).toEqual({
    text: 'Dear {{registrar}},',
    cursor: 18,
  })
  expect(withPlaceholder('', { from: 0, to: 0 }, 'url')).toEqual({ text: '{{url}}', cursor: 7 })
})
