import { expect, test } from 'vitest'
import { contrastOf } from './readable-colour.ts'
import { themeVariables } from './theme.ts'

test('errors are readable on the cards and on the ground of both schemes', () => {
  const { light, dark } = themeVariables({} as never)
  for (const scheme of [light, dark] as Readonly<Record<string, string>>[])
    for (const background of ['--mantine-color-body', '--ground', '--hover'])
      expect(contrastOf(scheme['--mantine-color-error']!, scheme[background]!)).toBeGreaterThanOrEqual(4.5)
})
