import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('no text has a red of its own, which one of the schemes would show too dark or too light', () => {
  const files = globSync('src/**/*.tsx')
  expect(files.length).toBeGreaterThan(100)
  const fixed = files.filter((file) => /\bc(?:=["']|: ')red(?:\.\d)?["']/.test(readFileSync(file, 'utf8')))
  expect(fixed).toEqual([])
})
