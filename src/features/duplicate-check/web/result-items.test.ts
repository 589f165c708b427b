import { expect, test } from 'vitest'
import type { StaffScope } from '#features/brands/web/staff-scope.ts'
import { duplicateItems, uniqueItems } from './result-items.ts'

const scope: StaffScope = { companyId: 'c1', brandId: undefined, platform: 'e-commerce' }
const finding = { id: 'f1', brand: 'Acme', brandId: 'b1', reportingDate: '2026-03-09', status: '33' }
const nothing = { uniqueUrls: [], duplicateUrls: [], duplicates: [], rejected: [] }

test('S-084 a duplicate says of which finding it is, and opens it by the address that is stored', () => {
  const url = 'https://shop.example/d/1/'
  const stored = { ...finding, url: 'https://www.shop.example/d/1' }
  const [item] = duplicateItems(
    { ...nothing, duplicates: [{ line: 1, url, compared: 'shop.example/d/1', finding: stored }] },
    scope,
  )
  expect(item).toEqual({
    key: '1',
    url,
    notes: ['Acme', '09/03/2026', 'Awaiting Approval', 'Compared as shop.example/d/1'],
    search: {
      company: 'c1',
      brand: 'b1',
      platform: 'e-commerce',
      reportingDate: '2026-03-09',
      'in.url': 'https://www.shop.example/d/1',
    },
  })
})

test('S-084 the form that is compared is named where any of the same addresses is spelled otherwise', () => {
  const notesOf = (url: string, stored: string | undefined, firstLine?: { at: number; url: string }) => {
    const compared = 'shop.example/d/1'
    const result = {
      ...nothing,
      uniqueUrls: firstLine ? [firstLine.url] : [],
      duplicates: [
        {
          line: firstLine ? 2 : 1,
          url,
          compared,
          ...(firstLine && { firstLine: firstLine.at }),
          ...(stored === undefined ? {} : { finding: { ...finding, url: stored } }),
        },
      ],
    }
    return duplicateItems(result, scope)[0]!.notes.filter((note) => /^(?:Compared|Repeats)/.test(note))
  }
  const plain = 'https://shop.example/d/1'
  expect(notesOf(plain, plain)).toEqual([])
  expect(notesOf('HTTP://shop.example/d/1', plain)).toEqual([])
  expect(notesOf(plain, 'https://www.shop.example/d/1')).toEqual(['Compared as shop.example/d/1'])
  expect(notesOf(plain, undefined, { at: 1, url: plain })).toEqual(['Repeats line 1'])
  expect(notesOf(plain, undefined, { at: 1, url: 'https://www.shop.example/d/1/' })).toEqual([
    'Repeats line 1',
    'Compared as shop.example/d/1',
  ])
})

test('S-084 a line that only repeats another one has no finding to open', () => {
  const [item] = duplicateItems(
    {
      ...nothing,
      uniqueUrls: ['https://a.example/1'],
      duplicates: [{ line: 2, url: 'https://a.example/1', compared: 'a.example/1', firstLine: 1 }],
    },
    scope,
  )
  expect(item).toEqual({ key: '2', url: 'https://a.example/1', notes: ['Repeats line 1'] })
})

test('S-084 a unique address says why an upload would still reject it', () => {
  const items = uniqueItems({
    ...nothing,
    uniqueUrls: ['https://ours.example/1', 'no address', 'https://new.example/1'],
    rejected: [
      { line: 1, url: 'https://ours.example/1', reason: 'white-listed' },
      { line: 2, url: 'no address', reason: 'not an address' },
    ],
  })
  expect(items.map(({ notes }) => notes)).toEqual([
    ['White-listed: an upload would reject it'],
    ['Not a web address: an upload would reject it'],
    [],
  ])
})
