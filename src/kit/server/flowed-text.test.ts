import { expect, test } from 'vitest'
import { flowed } from './flowed-text.ts'

test('long lines go on after a space, words stay whole, and no line is taken for a quotation or a separator', () => {
  const words = Array.from({ length: 30 }, (_, n) => `word${n}`).join(' ')
  const lines = flowed(words).split('\n')
  expect(lines.join('')).toBe(words)
  expect(lines.slice(0, -1).every((line) => line.endsWith(' ') && line.length <= 78)).toBe(true)
  const address = `https://evil.example/${'a'.repeat(100)}`
  expect(flowed(`Address: ${address}`)).toBe(`Address: \n${address}`)
  expect(flowed(' indented\nFrom here\n> quoted  as it is\nends in spaces   ')).toBe(
    '  indented\n From here\n> quoted  as it is\nends in spaces',
  )
})
