import { expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { eCommerce } from '#platforms/e-commerce.ts'
import { daysAfter, today } from '#vocabulary/dates.ts'
import { setUpExportTests } from './testing.ts'

const { at, own } = setUpActionTests()
const { grants, call } = setUpExportTests(at)

test('S-220 S-224 S-291 G16 a day that is left out is today', async () => {
  const day = today('Asia/Kolkata')
  await own(eCommerce, ['22'], { reportingDate: day })
  await own(eCommerce, ['55'], { reportingDate: daysAfter(day, -1) })
  const { companies, brands } = at.world
  const scope = `company=${companies.parent}&brand=${brands.own}&platform=e-commerce`
  const get = (path: string) => call('GET', path, { grant: grants['analyst']! })
  expect((await get(`/services/status?${scope}`)).json()).toEqual(['22'])
  expect((await get(`/services/status?${scope}&startDate=${daysAfter(day, -1)}`)).json()).toEqual(['22', '55'])
  expect((await get(`/queue/confirmFetchRecords?${scope}`)).json().result).toMatchObject([{ noOfDocument: 1 }])
  const late = await get(`/services/status?${scope}&startDate=${daysAfter(day, 1)}`)
  expect([late.statusCode, late.json().errors]).toEqual([422, [{ endDate: 'End date must not be before start date' }]])
})
