import { expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import type { BulkDecision, DecisionPreview } from '#features/findings/contract-schemas.ts'
import { domain } from '#platforms/domain.ts'

const { at, post, own, stored } = setUpActionTests()
const facts = { registrar: 'Keepnames', ipAddress: '203.0.113.7', hosting: 'Zonecloud', date: '2026-03-04' }
const enforce = async (id: string, actionTaken: string) => {
  const body = { ...facts, actionTaken, infrigementStatus: '11' }
  expect((await post(`domain/${id}/enforcement`, body, 'analyst')).statusCode).toBe(200)
}
const statusesOf = async (ids: readonly string[]) => (await Promise.all(ids.map(stored))).map((row) => row.status)
const preview = async (list: object, status: string, who = 'analyst') => {
  const answer = await post('enforcement/decisions/preview', { list, status }, who)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<DecisionPreview>()
}
const decide = (
  list: object,
  { status, changes, who = 'analyst' }: { status: string; changes: number; who?: string },
) => post('enforcement/decisions', { list, status, changes }, who)

test('a decision reaches what the list of Enforcement matches, by its form and by the last enforcement, and nothing else', async () => {
  const { companies, brands } = at.world
  const day = '2024-05-06'
  const list = { company: companies.parent, brand: brands.own, platform: 'domain', reportingDate: day }
  const ids = await own(domain, ['33', '33', '33', '22', '00'], { reportingDate: day })
  const [elsewhere] = await own(domain, ['33'], { reportingDate: '2024-05-07' })
  await enforce(ids[0]!, 'UDRP Filed')
  await enforce(ids[1]!, 'Legal Notice Sent')

  expect(await preview({ ...list, actionTaken: 'UDRP Filed' }, '00')).toMatchObject({ total: 1, changes: 1 })
  const one = await decide({ ...list, actionTaken: 'UDRP Filed' }, { status: '00', changes: 1 })
  expect(one.json()).toMatchObject({ decision: { changed: 1, state: 'Done' } })
  expect(await statusesOf(ids)).toEqual(['00', '11', '33', '22', '00'])

  const all = await preview(list, '00')
  expect(all).toMatchObject({ total: 5, changes: 3, leftOut: [{ status: '00', count: 2 }] })
  const refused = await decide(list, { status: '00', changes: 5 })
  expect(refused.statusCode).toBe(409)
  expect(refused.json()).toMatchObject({ preview: { changes: 3 } })
  const made = await decide(list, { status: '00', changes: 3 })
  expect(await statusesOf([...ids, elsewhere!])).toEqual(['00', '00', '00', '00', '00', '33'])

  const { decision } = made.json<{ decision: BulkDecision }>()
  await post(`decisions/${decision.id}/undo`, {}, 'analyst')
  expect(await statusesOf(ids)).toEqual(['00', '11', '33', '22', '00'])
})

test('neither Clients nor moves that the role may not make: 403 and 422, and nothing changes', async () => {
  const { companies, brands } = at.world
  const list = { company: companies.parent, brand: brands.own, platform: 'domain', reportingDate: '2024-05-08' }
  const ids = await own(domain, ['33', '33'], { reportingDate: '2024-05-08' })
  expect((await decide(list, { status: '00', changes: 2, who: 'client' })).statusCode).toBe(403)
  expect((await decide(list, { status: '22', changes: 2 })).statusCode, 'an Analyst does not approve').toBe(422)
  expect((await decide({ ...list, platform: 'tmch' }, { status: '00', changes: 2 })).statusCode).toBe(422)
  expect((await decide({ ...list, filters: { nothing: 'x' } }, { status: '00', changes: 2 })).statusCode).toBe(422)
  expect(await statusesOf(ids)).toEqual(['33', '33'])
})
