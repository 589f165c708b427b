import { expect, test } from 'vitest'
import { headerOf } from '#columns/sheet.ts'
import { platformOf, platforms } from '#platforms/all.ts'
import { unusedParts } from './unused-parts.ts'

test.each(platforms)('G51 G66 a sheet of $title with its optional columns leaves none unused', (platform) => {
  const header = [...platform.imported, ...platform.importedIfNamed]
  expect(unusedParts(platform, { header, otherSheets: [] })).toBe(undefined)
  expect(unusedParts(platform, { header: [...header, 'Remarks'], otherSheets: [] })).toEqual({
    headers: ['Remarks'],
    sheets: [],
  })
  expect(unusedParts(platform, { header, otherSheets: ['May'] })).toEqual({ headers: [], sheets: ['May'] })
})

test('G51 columns that were taken by their order are named as they were taken', () => {
  const found = unusedParts(platformOf('domain')!, { header: [], otherSheets: [] })
  expect(found?.order?.slice(0, 3)).toEqual(['SN', 'Image', 'Domain'])
})

test('a sheet of another platform is named with the platform that it fits', () => {
  const { imported } = platformOf('domain')!
  const found = unusedParts(platformOf('e-commerce')!, { header: headerOf(imported).slice(1), otherSheets: [] })
  expect(found?.fits?.value).toBe('domain')
  expect(found?.headers).toContain('registrar')
  expect(found?.headers).not.toContain('status')
})
