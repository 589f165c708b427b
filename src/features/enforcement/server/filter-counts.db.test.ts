import { expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import type { ChoiceCounts } from '#features/findings/contract-schemas.ts'
import { domain } from '#platforms/domain.ts'
import { eCommerce } from '#platforms/e-commerce.ts'

const { at, post, own } = setUpActionTests()
const facts = { registrar: 'Keepnames', ipAddress: '203.0.113.7', hosting: 'Zonecloud', date: '2026-03-04' }
const enforce = async (id: string, more: object) => {
  const body = { ...facts, infrigementStatus: '11', ...more }
  expect((await post(`domain/${id}/enforcement`, body, 'analyst')).statusCode).toBe(200)
}
const countsOf = async (query: object, who = 'analyst') => {
  const answer = await post('enforcement/filter-counts', query, who)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<ChoiceCounts>()
}
const listed = async (query: object) =>
  (await post('save-bulk-data/fetch-data-for-enforcement', query, 'analyst')).json<{ count: number }>().count

test('each choice of the form leaves as many findings as the list then has, under the other choices', async () => {
  const { companies, brands } = at.world
  const day = '2024-06-07'
  const scope = { company: companies.parent, brand: brands.own, platform: 'domain', reportingDate: day }
  const ids = await own(domain, ['33', '33', '22', '22', '88', '33'], { reportingDate: day })
  await enforce(ids[0]!, { actionTaken: 'UDRP Filed' })
  await enforce(ids[0]!, { actionTaken: 'Form filled, again', date: '2026-03-05' })
  await enforce(ids[1]!, { actionTaken: 'Form filled, again', registrar: 'Othernames' })
  await enforce(ids[2]!, { actionTaken: 'Legal Notice Sent', infrigementStatus: '22' })
  await enforce(ids[5]!, { actionTaken: 'Legal Notice Sent' })
  await at.database.pool.query('update findings set deleted_at = now() where id = $1', [ids[5]])

  const choices = {
    status: ['11', '22', '33', '55', '88'],
    actionTaken: ['UDRP Filed', 'Form filled, again', 'Legal Notice Sent'],
  }
  for (const other of [
    {},
    { status: '11' },
    { status: 'Approved', actionTaken: 'Legal Notice Sent' },
    { actionTaken: 'Form filled, again' },
    { registrar: 'keepnames', actionTaken: ['Form filled, again', 'Legal Notice Sent'] },
  ])
    for (const [name, values] of Object.entries(choices)) {
      const query = { ...scope, ...other }
      const found = await Promise.all(
        values.map(async (value) => [value, await listed({ ...query, [name]: value })] as const),
      )
      const detail = `${name} under ${JSON.stringify(other)}`
      const { counts, atLeast } = await countsOf({ ...query, name })
      expect(counts, detail).toEqual(Object.fromEntries(found.filter(([, n]) => n > 0)))
      expect(atLeast).toBe(false)
    }
  expect((await countsOf({ ...scope, name: 'actionTaken' })).counts).toEqual({
    'Form filled, again': 2,
    'Legal Notice Sent': 1,
  })
  expect(
    (await countsOf({ ...scope, company: companies.foreign, brand: undefined, name: 'actionTaken' })).counts,
  ).toEqual({})
})

test('sites are counted too; a Client gets no counts, and a column without choices is 422', async () => {
  const { companies } = at.world
  const scope = { company: companies.parent, platform: 'e-commerce', reportingDate: '2024-06-08' }
  await own(eCommerce, ['33', '22'], { site: 'Counted shop', reportingDate: '2024-06-08' })
  await own(eCommerce, ['22'], { site: 'Other shop', reportingDate: '2024-06-08' })
  expect((await countsOf({ ...scope, name: 'site', status: '22', site: 'Other shop' })).counts).toEqual({
    'Counted shop': 1,
    'Other shop': 1,
  })
  for (const name of ['site', 'actionTaken'])
    expect((await post('enforcement/filter-counts', { ...scope, name }, 'client')).statusCode).toBe(403)
  for (const name of ['registrar', 'action_taken', ''])
    expect((await post('enforcement/filter-counts', { ...scope, name }, 'analyst')).statusCode).toBe(422)
})
