import { expect, test } from 'vitest'
import { headerOf } from '#columns/sheet.ts'
import { platformOf, platforms } from '#platforms/all.ts'
import { unusedColumns } from './unused-columns.ts'

test.each(platforms)('G51 G66 a sheet of $title with its optional columns leaves none unused', (platform) => {
  const header = [...platform.imported, ...platform.importedIfNamed]
  expect(unusedColumns(platform, header)).toBe(undefined)
  expect(unusedColumns(platform, [...header, 'Remarks'])).toEqual({ headers: ['Remarks'] })
})

test('a sheet of another platform is named with the platform that it fits', () => {
  const { imported } = platformOf('domain')!
  const found = unusedColumns(platformOf('e-commerce')!, headerOf(imported).slice(1))
  expect(found?.fits?.value).toBe('domain')
  expect(found?.headers).toContain('registrar')
  expect(found?.headers).not.toContain('status')
})
