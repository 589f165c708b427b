import * as sheets from '@e965/xlsx'
import { expect, test } from 'vitest'
import { rowsFromCells } from '#columns/sheet.ts'
import { platforms } from '#platforms/all.ts'
import { reasonCodes } from '#vocabulary/reason-codes.ts'
import { templateOf } from './template.ts'
import { sampleRow } from './testing.ts'

test.each(platforms.map((platform) => [platform.value, platform] as const))(
  'S-099 S-100 S-101 S-102 S-103 S-141 the template of %s has the import columns in order, and a filled one is read back',
  (_name, platform) => {
    const book = sheets.read(templateOf(platform))
    expect(book.SheetNames).toEqual(['Data', 'Values'])
    const data = book.Sheets['Data']!
    const [header] = sheets.utils.sheet_to_json<string[]>(data, { header: 1 })
    expect(header).toEqual(['sn', ...platform.imported])
    const row = sampleRow(platform, 7)
    sheets.utils.sheet_add_aoa(data, [header!.map((name) => row[name])], { origin: -1 })
    const filled = sheets.read(sheets.write(book, { type: 'array' }) as ArrayBuffer)
    const cells = sheets.utils.sheet_to_json<unknown[]>(filled.Sheets['Data']!, { header: 1 })
    const [read] = rowsFromCells(cells, platform.columns, platform.imported)
    for (const name of platform.imported.filter((one) => row[one] !== ''))
      expect([name, read![name]]).toEqual([name, row[name]])
    expect(header![platform.reasonCodePosition]).toBe('reasonCode')
    const values = sheets.utils.sheet_to_json<Record<string, string>>(book.Sheets['Values']!)
    expect(values.map((line) => line['reasonCode'])).toEqual(reasonCodes.map(({ code }) => code))
    expect(values.flatMap((line) => line['status'] ?? [])).toEqual([...platform.statuses])
  },
)
