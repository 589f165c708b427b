import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { contrastOf } from './readable-colour.ts'
import { themeVariables } from './theme.ts'

test('errors are readable on the cards and on the ground of both schemes', () => {
  const { light, dark } = themeVariables({} as never)
  for (const scheme of [light, dark])
    for (const background of ['--mantine-color-body', '--ground', '--hover'])
      expect(contrastOf(scheme['--mantine-color-error']!, scheme[background]!)).toBeGreaterThanOrEqual(4.5)
})

test('no text has a red of its own, which one of the schemes would show too dark or too light', () => {
  const files = globSync('src/**/*.tsx')
  expect(files.length).toBeGreaterThan(100)
  const fixed = files.filter((file) => /\bc(?:=["']|: ')red(?:\.\d)?["']/.test(readFileSync(file, 'utf8')))
  expect(fixed).toEqual([])
})
