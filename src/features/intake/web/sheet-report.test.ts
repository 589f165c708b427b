import { expect, test } from 'vitest'
import type { GridRow } from '#kit/web/EditableGrid-rows.ts'
import { platformOf } from '#platforms/all.ts'
import { checkRow } from './check-rows.ts'
import { refusalsOf, summaryOf } from './refusals.ts'
import { reportOfSheet } from './sheet-report.ts'

const platform = platformOf('e-commerce')!
const row = (sn: number, more: Record<string, unknown> = {}): GridRow => ({
  sn,
  site: 'Amazon',
  url: `https://a.example/${sn}`,
  status: '33',
  image: 'https://img.example/1.png',
  ...more,
})
const rules = { platform, checkLids: true, problemsOf: (one: GridRow) => checkRow(platform, 'Acme', one) }

test('S-251 S-260 rows that the browser knows to be wrong are reported as the server reports them', async () => {
  const rows = [
    row(1, { lid: 'L1' }),
    row(2, { price: 'ten' }),
    row(3, { url: 'http://www.a.example/1/', lid: 'l1 ' }),
    row(4, { image: '', brand: 'Other', status: 'none such' }),
  ]
  const report = (await reportOfSheet(rows, rules))!
  expect(report.message).toBe('3 of 4 rows cannot be saved. Nothing was saved.')
  expect(summaryOf(report, false)).toBe(
    '1 Duplicate LID, 1 Duplicate URL, 1 Missing Image, 1 Invalid Brand, 1 Missing Status and 1 Invalid Cell present.',
  )
  expect([...refusalsOf(platform, report, rows)].map(([sn, all]) => [sn, all.map(({ column }) => column)])).toEqual([
    [3, ['url', 'lid']],
    [4, ['image', 'brand', 'status']],
    [2, ['price']],
  ])
  expect((await reportOfSheet(rows, { ...rules, checkLids: false }))!.lidCount).toBe(0)
})

test('a domain that repeats an earlier one is a duplicate domain; rows without a known problem are for the server', async () => {
  const domain = platformOf('domain')!
  const rows = ['shop.example', 'WWW.shop.example', 'other.example'].map((one, n): GridRow => ({ sn: n, domain: one }))
  const report = (await reportOfSheet(rows, { platform: domain, checkLids: true, problemsOf: () => [] }))!
  expect(summaryOf(report, true)).toBe('1 Duplicate Domain present.')
  expect(await reportOfSheet([row(1), row(2)], rules)).toBeUndefined()
})
