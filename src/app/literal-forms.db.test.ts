import { describe, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { companyFields } from '#features/companies/contract.ts'
import { edits, storeRows } from '#features/editing/server/testing.ts'
import { enforcementConfig } from '#features/enforcement-config/contract.ts'
import { quickToolQuery, quickToolRequest } from '#features/quick-tools/contract-schemas.ts'
import { trademarkReports } from '#features/trademark-reports/contract.ts'
import { whiteLabel } from '#features/white-label/contract.ts'
import { fieldErrors } from '#kit/server/serve.ts'
import { eCommerce } from '#platforms/e-commerce.ts'
import { today } from '#vocabulary/dates.ts'
import { quickTools } from '#vocabulary/quick-tools.ts'

const { at, get, post, own } = setUpActionTests()

type Refusing = { safeParse: (given: unknown) => { success: boolean; error?: unknown } }
const errorsOf = (takes: unknown, given: object) => {
  const { error } = (takes as Refusing).safeParse(given)
  return fieldErrors(error as Parameters<typeof fieldErrors>[0])
}

describe('inputs are read as the specification writes them', () => {
  test('G8 S-233 S-243 a malformed id of the record is a record that does not exist; a missing one is a field', async () => {
    const remove = (recordId: unknown) => post('scraped/deleteQueuedRecord', { recordId, serverId: '1' }, 'analyst')
    const decide = (recordId: unknown) =>
      post('domain-search-schedule/take-action', { recordId, action: 'ignore' }, 'analyst')
    for (const call of [remove, decide]) {
      expect((await call('bad')).statusCode).toBe(404)
      expect((await call('0198a000-0000-7000-8000-000000000001')).statusCode).toBe(404)
      expect((await call(undefined)).statusCode).toBe(422)
      expect((await call({ id: 'bad' })).statusCode).toBe(422)
    }
  })

  test('G7 S-226 S-237 a platform may have any of its spellings in a quick tool and in a trademark report', () => {
    const tool = { report: 'facebookScan', platform: 'socialMedia' }
    expect(quickToolRequest.parse(tool).platform).toBe('social-media')
    const report = {
      company: at.world.companies.parent,
      brand: 'Acme One',
      platform: 'socialMedia',
      website: 'Facebook',
      type: 'post',
      infringingMaterial: 'https://facebook.com/one',
    }
    expect(trademarkReports.submit.takes.parse(report)).toMatchObject({ platform: 'social-media' })
  })

  test('S-228 the list of quick tools takes all reports, repeated or with commas', () => {
    for (const report of [quickTools.join(','), [...quickTools]])
      expect(quickToolQuery.parse({ report }).report).toEqual([...quickTools])
  })

  test('A-072 G99 what is wrong with isChild is said of isParent', () => {
    const errors = errorsOf(companyFields, { isChild: 'maybe' })
    expect([errors['isParent'], errors['isChild']]).toEqual(['Is child is not valid', undefined])
  })

  test('A-121 A-127 G107 a status that is no boolean is refused', () => {
    for (const takes of [whiteLabel.save.takes, whiteLabel.edit.takes, enforcementConfig.save.takes]) {
      expect(errorsOf(takes, { status: 'x' })).toMatchObject({ status: 'Status is not valid' })
      expect(errorsOf(takes, { status: 'false' })['status']).toBeUndefined()
    }
  })
})

describe('notifications of clients', () => {
  test('G53 a purchase that staff end in Enforcement or in Edit Data is announced as one of Trap Purchase is; ids are UUIDv7', async () => {
    const calls = edits(
      at.testApp.server,
      { authorization: `Bearer ${at.tokens['analyst']!}` },
      {
        company: at.world.companies.parent,
        brand: at.world.brands.own,
        platform: 'e-commerce',
        reportingDate: today('Asia/Kolkata'),
      },
    )
    const [row] = await storeRows(calls, { count: 1, cells: { status: '44' } })
    const [finding] = await own(eCommerce, ['44'])
    await at.testApp.runJobs()
    const enforce = () => {
      const facts = { date: '2026-11-20', actionTaken: 'Bought', infrigementStatus: '101' }
      return post(`ecommerce/${finding}/enforcement`, facts, 'analyst')
    }
    for (const [change, count] of [
      [enforce, 1],
      // The status stays.
      [enforce, 0],
      [() => calls.save([{ id: row!.id, status: '77' }]), 1],
    ] as const) {
      await at.database.pool.query('delete from notifications')
      expect((await change()).statusCode).toBe(200)
      await at.testApp.runJobs()
      const { docs } = (await get('notifications', 'client')).json()
      expect(docs).toHaveLength(count)
      for (const { id } of docs) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab]/)
    }
  })
})
