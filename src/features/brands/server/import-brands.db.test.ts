import { expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'

const { at, get, post } = setUpActionTests()

test('A-102 G102 the platforms that a sheet has no column for stay with a stored brand, the others are as the sheet says', async () => {
  const watches = {
    domain: { startDate: '2024-01-01', endDate: '2025-01-01', reportingPeriod: 'Weekly' },
    website: { startDate: '2024-02-01' },
    tmch: { startDate: '2024-03-01' },
  }
  const form = { company: at.world.companies.parent, brandName: 'Kept brand', searchTerm: 's', category: 'Food' }
  expect((await post('brand', { ...form, platform: watches }, 'admin')).statusCode).toBe(200)
  const row = { company: 'acme', brandName: 'kept brand', searchTerm: 'other', category: 'Food' }
  const imported = async (cells: object, columns?: string[]) => {
    const answer = await post('brand/import', { rows: [{ ...row, ...cells }], apply: true, columns }, 'admin')
    expect(answer.json(), answer.body).toMatchObject({ applied: true, updated: 1 })
    return (await get('brand/v1/allRecords?search=kept brand', 'admin')).json().docs[0]
  }
  expect(await imported({})).toMatchObject({ searchTerm: 'other', platform: watches })
  expect((await imported({ domainEndDate: '2026-01-01', websiteReportingPeriod: '' })).platform).toEqual({
    ...watches,
    domain: { ...watches.domain, endDate: '2026-01-01' },
  })
  const named = [...Object.keys(row), 'domainStartDate', 'domainEndDate', 'websiteStartDate']
  expect((await imported({ domainStartDate: '2024-05-01' }, named)).platform).toEqual({
    domain: { startDate: '2024-05-01', reportingPeriod: 'Weekly' },
    tmch: watches.tmch,
  })
})
