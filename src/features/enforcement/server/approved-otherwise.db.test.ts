import { beforeAll, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { rows, sql } from '#kit/server/db.ts'
import { domain } from '#platforms/domain.ts'
import { configureNotices, noticeFacts } from './testing.ts'

const { at, post, one, change } = setUpActionTests()
const [phishing, shop] = ['12201', '12213']
beforeAll(() => configureNotices({ at, post }, ['About {{url}}.']))

const setCode = (id: string, code: string) =>
  rows(at.database.db, sql`update findings set reason_code = ${code} where id = ${id}`)
const require = (isRequired: boolean) =>
  rows(
    at.database.db,
    sql`update companies set approval_required = ${isRequired} where id = ${at.world.companies.parent}`,
  )
const preview = async (id: string) =>
  (await post('enforcement/send-preview', { ...noticeFacts, platform: 'domain', id }, 'analyst')).json()
const send = (id: string) => post(`domain/${id}/sendEnforcementMail`, noticeFacts, 'analyst')

/** Approved by the client as a counterfeit, then reported as phishing. */
async function changed(): Promise<string> {
  const id = await one(domain, '33', { reasonCode: '234' })
  expect((await change(id, { platform: 'domain', status: '22', statusfrom: '33' }, 'client')).statusCode).toBe(200)
  await setCode(id, phishing!)
  return id
}

test('what was approved as another kind of harm is announced before it is sent', async () => {
  await require(false)
  const id = await changed()
  const { isApproved, approvedOtherwise } = await preview(id)
  expect(isApproved).toBe(true)
  expect(approvedOtherwise).toMatch(/^Approved as “Counterfeit goods” on \d\d\/\d\d\/\d{4}, reported as “Phishing”$/)
  const plan = (await post('enforcement/send-plan', { platform: 'domain', recordIds: [id] }, 'analyst')).json()
  expect(plan.groups[0].findings[0].mismatches).toContain(approvedOtherwise)
  expect((await send(id)).statusCode).toBe(200)
})

test('the day of the approval is that of the business time zone', async () => {
  await require(false)
  const id = await changed()
  await rows(
    at.database.db,
    sql`update approved_reasons set approved_at = '2026-03-01T20:00:00Z' where finding_id = ${id}`,
  )
  expect((await preview(id)).approvedOtherwise).toContain(' on 02/03/2026, ')
})

test('where approval is required, another kind of harm needs a new one, in every way of sending', async () => {
  await require(true)
  const id = await changed()
  expect(await preview(id)).toMatchObject({ isApproved: false, isApprovalRequired: true })
  const refused = await send(id)
  expect([refused.statusCode, Object.keys(Object.assign({}, ...refused.json().errors))]).toEqual([422, ['approval']])
  const plan = (await post('enforcement/send-plan', { platform: 'domain', recordIds: [id] }, 'analyst')).json()
  expect(plan.groups[0].refused).toBe(1)
  // Approved again as what it is reported as now.
  expect((await change(id, { platform: 'domain', status: '33', statusfrom: '22' }, 'admin')).statusCode).toBe(200)
  expect((await change(id, { platform: 'domain', status: '22', statusfrom: '33' }, 'client')).statusCode).toBe(200)
  expect(await preview(id)).toMatchObject({ isApproved: true, approvedOtherwise: null })
  expect((await send(id)).statusCode).toBe(200)
  await require(false)
})

test('a finding that is stored as approved, or gets another code of the same kind, stays approved', async () => {
  await require(true)
  const id = await one(domain, '22', { reasonCode: phishing })
  const stored = await rows(at.database.db, sql`select reason_code from approved_reasons where finding_id = ${id}`)
  expect(stored).toEqual([{ reason_code: phishing }])
  await setCode(id, '12202')
  expect(await preview(id)).toMatchObject({ isApproved: true, approvedOtherwise: null })
  await setCode(id, shop!)
  await require(false)
})
