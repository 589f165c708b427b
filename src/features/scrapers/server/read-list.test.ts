import * as sheets from '@e965/xlsx'
import { describe, expect, test } from 'vitest'
import { readList } from './read-list.ts'

const read = async (text: string | Buffer, extension = 'csv', platform = 'e-commerce') => {
  const found = await readList({ bytes: new Uint8Array(Buffer.from(text as string)), extension, platform })
  return typeof found === 'string' ? found : found.map(({ address, line }) => `${line} ${address}`)
}

describe('a list of addresses', () => {
  test('the first column is read, whatever separates it, with quotes and lines inside cells', async () => {
    expect(await read('url,title\n"https://a.example/x,y","two\nlines"\nb.example,"a ""b"""\n')).toEqual([
      '2 https://a.example/x,y',
      '3 https://b.example/',
    ])
    expect(await read('url\nhxxp://c[.]example/x\nd[.]example\n')).toEqual([
      '2 http://c.example/x',
      '3 https://d.example/',
    ])
    expect(await read('Adresse;Titel\r\nhttps://a.example/1,2;x\r\n')).toEqual(['2 https://a.example/1,2'])
    expect(await read('url\nhttps://a.example/?a=1,2;3\n')).toEqual(['2 https://a.example/?a=1,2;3'])
  })

  test('without a header too a semicolon ends the address, unless a parameter of the path follows', async () => {
    const both = ['1 https://a.example/1', '2 https://a.example/2']
    expect(await read('https://a.example/1;Acme;9,50\nhttps://a.example/2;Acme;8,50\n')).toEqual(both)
    expect(await read('https://a.example/1,Acme;x\nhttps://a.example/2,Acme\n')).toEqual(both)
    expect(await read('https://a.example/1;jsessionid=7\nhttps://a.example/2;jsessionid=8\n')).toEqual([
      '1 https://a.example/1;jsessionid=7',
      '2 https://a.example/2;jsessionid=8',
    ])
    expect(await read('\uFEFFsep=;\r\nhttps://a.example/1;Acme\r\n')).toEqual(['2 https://a.example/1'])
  })

  test('lines that were copied from two columns of a sheet are not joined to one address', async () => {
    expect(await read('https://a.example/1\tAcme\n\thttps://a.example/2\t9.50\n', 'txt')).toEqual([
      '1 https://a.example/1',
      '2 https://a.example/2',
    ])
  })

  test('UTF-16, byte order marks and blank lines are understood; words that are no address are kept', async () => {
    const utf16 = Buffer.from('\uFEFFa.example\r\n\r\nnot an address\r\nbücher.example', 'utf16le')
    expect(await read(utf16, 'txt')).toEqual([
      '1 https://a.example/',
      '3 not an address',
      '4 https://xn--bcher-kva.example/',
    ])
  })

  test('a first line that was meant as an address is kept as one that fails; one that names a column is not', async () => {
    for (const line of ['htp:/shop.example/1', 'https:// shop.example/1', 'www.shop example/1', 'shop .example/1'])
      expect(await read(`${line}\nb.example\n`, 'txt'), line).toEqual([`1 ${line}`, '2 https://b.example/'])
    for (const line of ['url', 'S.No.', 'URL/Link', 'Link:', 'Product Links (all)', 'Adresse'])
      expect(await read(`${line}\nb.example\n`, 'txt'), line).toEqual(['2 https://b.example/'])
  })

  test('lines of a workbook are counted as in the workbook, blank rows too', async () => {
    const book = sheets.utils.book_new()
    const lines = [['url'], ['a.example'], [], [], ['not an address'], ['b.example']]
    sheets.utils.book_append_sheet(book, sheets.utils.aoa_to_sheet(lines), 'Data')
    for (const [extension, bookType] of [
      ['xlsx', 'xlsx'],
      ['xls', 'biff8'],
    ] as const) {
      const bytes = Buffer.from(sheets.write(book, { type: 'array', bookType }) as ArrayBuffer)
      expect(await read(bytes, extension)).toEqual(['2 https://a.example/', '5 not an address', '6 https://b.example/'])
    }
  })

  test('row numbers and prices in the first column are no addresses', async () => {
    expect(await read('sn,url\n1,https://a.example/1\n2,https://a.example/2\n')).toBe(
      'The file has no address in its first column',
    )
    expect(await read('12.50\n192.0.2.7\n', 'txt')).toEqual(['2 https://192.0.2.7/'])
  })

  test('an address stands once, by the rule that compares findings: for domains the host', async () => {
    const lines = 'https://a.example/1\nhttp://www.A.example/1/#x\nhttps://a.example/2\n'
    expect(await read(lines, 'txt')).toHaveLength(2)
    expect(await read(lines, 'txt', 'domain')).toHaveLength(1)
  })

  test('a line that is too long, and a file without an address, are refused with a sentence', async () => {
    expect(await read(`a.example\nhttps://a.example/${'x'.repeat(2100)}`, 'txt')).toBe(
      'Line 2 is longer than 2,048 characters',
    )
    expect(await read(`https://a.example/${'x'.repeat(2100)}\nb.example`, 'txt')).toBe(
      'Line 1 is longer than 2,048 characters',
    )
    expect(await read('url\n', 'txt')).toBe('The file has no address in its first column')
    expect(await read('PK', 'xlsx')).toBe('No excel file found.')
    expect(await read('', 'xlsx')).toBe('This file is empty.')
  })
})
