import { expect, test } from 'vitest'
import { emptyConfiguration, withPlaceholder } from './configuration-form.ts'

test('A-066 a new configuration is enabled', () => {
  expect(emptyConfiguration.status).toBe(true)
})

test('a placeholder replaces the selection, and the cursor is placed after it', () => {
  expect(withPlaceholder('Dear X,', { from: 5, to: 6 }, 'registrar')).toEqual({
    text: 'Dear {{registrar}},',
    cursor: 18,
  })
  expect(withPlaceholder('', { from: 0, to: 0 }, 'url')).toEqual({ text: '{{url}}', cursor: 7 })
})
