import { expect, test } from 'vitest'
import { platformOf } from '#platforms/all.ts'
import { queryOfSearch, searchOfFinding } from './edit-address.ts'

const row = { company: { id: 'c1' }, brand: { id: 'b1' }, reportingDate: '2026-11-28', domain: 'aurevia.example' }

test('the address of a finding names its rows', () => {
  const search = searchOfFinding(platformOf('domain')!, row)
  expect(queryOfSearch(search)).toEqual({
    scope: { companyId: 'c1', brandId: 'b1', platform: 'domain' },
    reportingDate: '2026-11-28',
    filters: { domain: 'aurevia.example' },
  })
})

test('an address without a day or with parts that are none names no rows', () => {
  const search = searchOfFinding(platformOf('domain')!, row)
  for (const part of [
    { day: undefined },
    { day: '28/11/2026' },
    { platform: 'nothing' },
    { company: '' },
    { brand: 7 },
  ])
    expect(queryOfSearch({ ...search, ...part }), JSON.stringify(part)).toBe(undefined)
})

test('a finding without what identifies it is looked for among those of its day', () => {
  expect(queryOfSearch(searchOfFinding(platformOf('domain')!, { ...row, domain: null }))?.filters).toEqual({})
})
