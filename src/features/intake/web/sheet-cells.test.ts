import { Workbook } from '@cj-tech-master/excelts'
import { utils, write } from '@e965/xlsx'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { readCell } from '#columns/column.ts'
import { rowsFromCells } from '#columns/sheet.ts'
import { platformOf, platforms } from '#platforms/all.ts'
import { sortFiles } from './chosen-files.ts'
import { otherSheetsOf } from '#columns/other-sheets.ts'
import { cellsOf, plainCell, sheetKind } from '#columns/sheet-cells.ts'
import { readingLimit, readingLimitInBrowser, sheetTexts } from '#columns/sheet-unreadable.ts'

const eCommerce = platformOf('e-commerce')!

async function xlsx(lines: unknown[][], more: (workbook: Workbook) => void = () => undefined): Promise<Uint8Array> {
  const workbook = new Workbook()
  const sheet = workbook.addWorksheet('One')
  for (const line of lines) sheet.addRow(line as never[])
  more(workbook)
  return new Uint8Array(await workbook.xlsx.writeBuffer())
}
const sentence = (name: string, bytes: Uint8Array) =>
  cellsOf(name, bytes).then(
    () => 'no problem',
    (problem: Error) => problem.message,
  )

describe('reading a workbook', () => {
  test('an .xlsx gives days as YYYY-MM-DD, TRUE, numbers, formulas as results, links as texts, characters beyond the basic plane', async () => {
    const bytes = await xlsx([
      [
        'a',
        new Date(Date.UTC(2024, 1, 29)),
        true,
        12.5,
        { formula: '1+1', result: 2 },
        { text: 'shop', hyperlink: 'https://shop.example' },
      ],
      ['😀', null, false, 0, { richText: [{ text: 'x' }, { text: 'y' }] }],
    ])
    expect(await cellsOf('Sheet.XLSX', bytes)).toEqual([
      ['a', '2024-02-29', 'TRUE', 12.5, 2, 'shop'],
      ['😀', undefined, 'FALSE', 0, 'xy'],
    ])
    expect(plainCell(new Date(Date.UTC(2024, 0, 2, 3, 4, 5)))).toBe('2024-01-02T03:04:05')
  })

  test('an old .xls is read too, and its dates are unchanged', async () => {
    const book = utils.book_new()
    utils.book_append_sheet(
      book,
      utils.aoa_to_sheet(
        [
          ['url', 'dateAdded'],
          ['https://a.example', new Date(Date.UTC(2024, 5, 30))],
        ],
        { UTC: true, cellDates: true },
      ),
      'One',
    )
    const bytes = new Uint8Array(write(book, { type: 'array', bookType: 'biff8' }) as ArrayBuffer)
    expect(await cellsOf('old.xls', bytes)).toEqual([
      ['url', 'dateAdded'],
      ['https://a.example', '2024-06-30'],
    ])
  })

  test('G107 a percentage is read as its cell shows it, whatever its format: a discount of 45% is not 0.45', async () => {
    const sheet = utils.aoa_to_sheet([
      ['url', 'discountPercentage', 'price'],
      ['https://a.example', 0.45, 0.5],
      ['https://b.example', 0.57, 12],
      ['https://c.example', 0.805, 1e-7],
      ['https://d.example', 60, 7],
    ])
    const formats = { B2: '0%', B3: '0.00%', B4: '[Red]0.0 %', B5: '0" %"' }
    for (const [cell, format] of Object.entries(formats)) sheet[cell].z = format
    const book = utils.book_new()
    utils.book_append_sheet(book, sheet, 'One')
    for (const [bookType, name] of [
      ['biff8', 'a.xls'],
      ['xlsx', 'a.xlsx'],
    ] as const) {
      const bytes = new Uint8Array(write(book, { type: 'array', bookType }) as ArrayBuffer)
      const rows = rowsFromCells(await cellsOf(name, bytes), eCommerce.columns, eCommerce.imported)
      expect(rows.map((row) => row['discountPercentage'])).toEqual(['45%', '57%', '80.5%', 60])
      expect(rows.map((row) => readCell(eCommerce.columns['discountPercentage']!, row['discountPercentage']))).toEqual(
        [45, 57, 80.5, 60].map((value) => ({ value })),
      )
      expect(rows.map((row) => row['price'])).toEqual([0.5, 12, 1e-7, 7])
    }
  })

  test('a time or a length of time is read as its cell shows it, not as a day of 1899', async () => {
    const shown: [number, string, string][] = [
      [0.5236111111, 'h:mm', '12:34'],
      [0.00872685, 'h:mm:ss', '0:12:34'],
      [0.00872685, 'mm:ss', '12:34'],
      [1.5, '[h]:mm:ss', '36:00:00'],
      [45000.25, 'h:mm', '2023-03-15T06:00:00'],
      [45000.25, 'yyyy-mm-dd h:mm', '2023-03-15T06:00:00'],
      [45000, 'd-mmm-yy', '2023-03-15'],
    ]
    const sheet = utils.aoa_to_sheet([['url'], ...shown.map(([number]) => [number])])
    for (const [at, [, format]] of shown.entries()) sheet[`A${at + 2}`].z = format
    const book = utils.book_new()
    utils.book_append_sheet(book, sheet, 'One')
    for (const [bookType, name] of [
      ['biff8', 'a.xls'],
      ['xlsx', 'a.xlsx'],
    ] as const) {
      const bytes = new Uint8Array(write(book, { type: 'array', bookType }) as ArrayBuffer)
      expect((await cellsOf(name, bytes)).slice(1)).toEqual(shown.map(([, , text]) => [text]))
    }
  })

  test('an old .xls shows errors of formulas and repeats merged cells, as an .xlsx does', async () => {
    const sheet = utils.aoa_to_sheet([
      ['url', 'price', 'note'],
      ['a.example', 0, 'one note'],
      ['b.example', 2, null],
    ])
    sheet['B2'] = { t: 'e', v: 0x2a }
    sheet['!merges'] = [{ s: { r: 1, c: 2 }, e: { r: 2, c: 2 } }]
    const book = utils.book_new()
    utils.book_append_sheet(book, sheet, 'One')
    for (const bookType of ['biff8', 'xlsx'] as const) {
      const bytes = new Uint8Array(write(book, { type: 'array', bookType }) as ArrayBuffer)
      expect(await cellsOf(bookType === 'xlsx' ? 'a.xlsx' : 'a.xls', bytes)).toEqual([
        ['url', 'price', 'note'],
        ['a.example', '#N/A', 'one note'],
        ['b.example', 2, 'one note'],
      ])
    }
  })

  test('S-140 a file is Excel by its name and its content together', async () => {
    const real = await xlsx([['a']])
    expect(sheetKind('a.xlsx', real)).toBe('xlsx')
    expect(sheetKind('a.csv', real)).toBeUndefined()
    expect(await sentence('a.csv', strToU8('url,title'))).toBe('No excel file found.')
    expect(await sentence('a.xlsx', strToU8('url'))).toBe('No excel file found.')
    const file = (name: string, type = '') => new File([], name, { type })
    const sorted = sortFiles([
      file('a.xlsx'),
      file('b.XLS'),
      file('c.csv', 'text/csv'),
      file('d.png', 'image/png'),
      file('e.svg', 'image/svg+xml'),
      file('f.ZIP'),
    ])
    expect(Object.values(sorted).map((files: File[]) => files.map((one) => one.name))).toEqual([
      ['a.xlsx', 'b.XLS'],
      ['d.png'],
      ['f.ZIP'],
      ['c.csv', 'e.svg'],
    ])
  })

  test('damaged, protected and empty workbooks give an error message', async () => {
    const real = await xlsx([
      ['a', 'b'],
      [1, 2],
    ])
    expect(await sentence('a.xlsx', real.slice(0, real.length / 2))).toBe(sheetTexts.damaged)
    const container = (stream: string) =>
      Uint8Array.from([...Buffer.from('d0cf11e0a1b11ae10000', 'hex'), ...Buffer.from(stream, 'utf16le')])
    expect(await sentence('a.xlsx', container('EncryptedPackage'))).toBe(sheetTexts.locked)
    expect(await sentence('a.xlsx', container('Something'))).toBe(sheetTexts.damaged)
    expect(await sentence('a.xls', container('Workbook'))).toBe(sheetTexts.damaged)
    expect(await sentence('a.xlsx', zipSync({ 'hello.txt': strToU8('no workbook') }))).not.toBe('no problem')
    expect(readingLimit(100_000)).toBe(5_000)
    expect(readingLimit(1e9)).toBe(30_000)
    expect(readingLimitInBrowser(100_000)).toBe(20_000)
  })

  test('rows beyond the limit of a sheet are never dropped silently', async () => {
    const workbook = new Workbook()
    const sheet = workbook.addWorksheet('One')
    sheet.getCell('A1').value = 'url'
    sheet.getCell('A70000').value = 'https://last.example'
    expect(await sentence('a.xlsx', new Uint8Array(await workbook.xlsx.writeBuffer()))).toBe(sheetTexts.tooManyRows)
  })

  test('G51 other worksheets with data are named; empty and hidden ones are not', async () => {
    const bytes = await xlsx([['first']], (workbook) => {
      workbook.addWorksheet('Empty').getCell('A1').font = { bold: true }
      workbook.addWorksheet('May & June').addRow(['second'])
      workbook.addWorksheet('Lists', { state: 'hidden' }).addRow(['third'])
      workbook.addWorksheet('Sums').addRow([{ formula: '1+1', result: 2 }])
    })
    expect(otherSheetsOf(await cellsOf('a.xlsx', bytes))).toEqual(['May & June', 'Sums'])
    expect(otherSheetsOf(await cellsOf('a.xlsx', await xlsx([['first']])))).toEqual([])
  })

  test('G51 an old .xls names its other worksheets as well', async () => {
    const book = utils.book_new()
    for (const [name, rows] of [
      ['One', [['first']]],
      ['Empty', []],
      ['May', [[], [], ['second']]],
    ] as const)
      utils.book_append_sheet(book, utils.aoa_to_sheet(rows as unknown as string[][]), name)
    utils.book_append_sheet(book, utils.aoa_to_sheet([['third']]), 'Lists')
    book.Workbook = { Sheets: [{}, {}, {}, { Hidden: 1 }] }
    const bytes = new Uint8Array(write(book, { type: 'array', bookType: 'biff8' }) as ArrayBuffer)
    expect(otherSheetsOf(await cellsOf('a.xls', bytes))).toEqual(['May'])
  })

  test('only the first worksheet is read (G121)', async () => {
    const bytes = await xlsx([['first']], (workbook) => workbook.addWorksheet('Two').addRow(['second']))
    expect(await cellsOf('a.xlsx', bytes)).toEqual([['first']])
  })
})

describe('cells become rows', () => {
  test('S-141 without a known header the columns are in import order, the reason code at its fixed position', () => {
    const positions = { 'e-commerce': 8, 'social-media': 10, 'app-store': 12, website: 10, domain: 8 }
    for (const platform of platforms) {
      const line: unknown[] = [1]
      line[positions[platform.value]] = '12307'
      line[platform.imported.indexOf(platform.identity) + 1] = 'x.example'
      const [row] = rowsFromCells([line], platform.columns, platform.imported)
      expect([platform.value, row?.['reasonCode'], row?.[platform.identity]]).toEqual([
        platform.value,
        '12307',
        'x.example',
      ])
    }
  })

  test('a header in any case and order is recognised, and sn counts the rows', () => {
    const rows = rowsFromCells(
      [['Reason Code', 'URL', 'SN'], ['TM', 'https://a.example', 9], [], ['Fake', 'https://b.example', 12]],
      eCommerce.columns,
      eCommerce.imported,
    )
    expect(rows).toEqual([
      { sn: 1, reasonCode: 'TM', url: 'https://a.example' },
      { sn: 2, reasonCode: 'Fake', url: 'https://b.example' },
    ])
  })
})
