import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'brandkeep-read-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const command = (...args: string[]) =>
  new Promise<{ code: number; out: string; err: string }>((done) => {
    execFile(process.execPath, [join(import.meta.dirname, 'read-page.ts'), ...args], (problem, out, err) =>
      done({ code: Number(problem?.code ?? 0), out, err }),
    )
  })
const page = (price: string) => `<title>Anvil</title><h1>Anvil</h1><b class="price">${price}</b><p>SKU: AN-1</p>`
mkdirSync(join(folder, 'pages'))
writeFileSync(join(folder, 'pages/a.html'), page('€12.50'))
writeFileSync(join(folder, 'pages/b.html.gz'), gzipSync(page('$7')))

test('a list of pages gives a line each, in order, and goes on after an error', async () => {
  const list = join(folder, 'list.jsonl')
  const lines = [
    '{"id":1,"file":"pages/a.html","url":"https://shop.example/a"}',
    '{"id":"2","file":"pages/none.html"}',
    '{oops',
    '{"id":3,"file":"pages/b.html.gz"}',
  ]
  writeFileSync(list, `${lines.join('\n')}\n`)
  const { code, out } = await command('--batch', list)
  const printed = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(code).toBe(0)
  expect(printed[0]).toMatchObject({ id: 1, price: '12.5', currency: 'EUR', sku: 'AN-1', title: 'Anvil' })
  expect(printed.slice(1, 3).map(({ id, error }) => [id, typeof error])).toEqual([
    ['2', 'string'],
    [null, 'string'],
  ])
  expect(printed[3]).toMatchObject({ id: 3, price: '7' })
})

test('prices, one page, the columns of a platform, and the help', async () => {
  writeFileSync(join(folder, 'prices.json'), '[{"text":"1.234,50 zł"},{"text":"16.00","currencyHint":"zł"},{},null]')
  const [prices, one, row, help, wrong] = await Promise.all([
    command('--prices', join(folder, 'prices.json')),
    command(join(folder, 'pages/a.html'), '--url', 'https://shop.example/a'),
    command(join(folder, 'pages/a.html'), '--url', 'https://shop.example/a', '--platform', 'e-commerce'),
    command('--help'),
    command(join(folder, 'pages/a.html'), '--platform', 'nothing'),
  ])
  expect(prices.out).toBe(
    '{"amount":"1234.5","currency":"zł"}\n{"amount":"16","currency":"zł"}\n{"amount":null,"currency":null}\n{"amount":null,"currency":null}\n',
  )
  expect(JSON.parse(one.out)).toMatchObject({ price: '12.5', kind: 'product' })
  expect(JSON.parse(row.out)).toEqual({
    site: 'shop.example',
    url: 'https://shop.example/a',
    title: 'Anvil',
    price: '12.5',
    sku: 'AN-1',
  })
  expect(help.out).toContain('relative to the folder of the list')
  expect([wrong.code, wrong.err]).toEqual([2, 'There is no platform "nothing"\n'])
})

test('an address inside the network is not fetched', async () => {
  const { code, err } = await command('http://127.0.0.1/')
  expect([code, err]).toEqual([2, '127.0.0.1 has no public address\n'])
})
