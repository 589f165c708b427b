import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { cellsOf } from '#columns/sheet-cells.ts'

const zip = (...names: string[]) => zipSync(Object.fromEntries(names.map((name) => [name, strToU8('<a/>')])))
const container = (stream: string) =>
  Uint8Array.from([...Buffer.from('d0cf11e0a1b11ae10000', 'hex'), ...Buffer.from(stream, 'utf16le')])
const utf16 = Uint8Array.from([0xff, 0xfe, ...Buffer.from('url\tprice\r\na\t1', 'utf16le')])
const latin1 = Uint8Array.from(Buffer.from('Stra\xDFe;Preis\n', 'latin1'))

test.each([
  ['a.xlsx', strToU8('url,title\na.example,One\n'), 'CSV text'],
  ['a.xls', utf16, 'CSV text'],
  ['a.xlsx', latin1, 'CSV text'],
  ['a.xlsx', strToU8('https://a.example/1\nhttps://a.example/2\n'), 'plain text'],
  ['a.xls', strToU8('\uFEFF<html xmlns:x="urn:schemas-microsoft-com:office:excel"><table>'), 'a web page (HTML)'],
  ['a.xls', strToU8('<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet">'), 'XML'],
  ['a.xlsx', strToU8('%PDF-1.7\n'), 'a PDF'],
  ['a.xlsx', Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), 'a picture'],
  ['a.xlsx', zip('list.csv'), 'a ZIP archive'],
  ['a.xls', zip('list.csv'), 'a ZIP archive'],
  ['a.xlsx', zip('[Content_Types].xml', 'word/document.xml'), 'a Word document'],
  ['a.xlsx', zip('[Content_Types].xml', 'ppt/presentation.xml'), 'a PowerPoint presentation'],
  ['a.xlsx', zip('mimetype', 'content.xml'), 'an OpenDocument file'],
  ['a.xlsx', container('WordDocument'), 'a Word document'],
  ['a.xls', container('PowerPoint Document'), 'a PowerPoint presentation'],
])('S-140 %s of other bytes is refused with what it is (%#)', async (name, bytes, what) => {
  const start = `No excel file found. This file is ${what}, not an Excel workbook. `
  await expect(cellsOf(name, bytes)).rejects.toThrow(start)
})

test.each([
  ['a.xlsx', container('Workbook'), 'an old Excel workbook (.xls), not an .xlsx one.'],
  ['a.xls', zip('[Content_Types].xml', 'xl/workbook.xml'), 'an .xlsx workbook, not an .xls one.'],
])('%s of the other Excel format is refused with its format', async (name, bytes, what) => {
  await expect(cellsOf(name, bytes)).rejects.toThrow(`This file is ${what} `)
})
