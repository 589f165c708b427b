import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { domain } from '#platforms/domain.ts'

const { at, get, post, own, one, stored } = setUpActionTests()
const overrideReason = 'The client approved by phone on Monday.'
const setRequired = (isRequired: boolean) =>
  at.database.pool.query('update companies set approval_required = $1 where id = $2', [
    isRequired,
    at.world.companies.parent,
  ])
const decide = (id: string, statusfrom: string, status: string, who: string, more: object = {}) =>
  post(`decisions/one/${id}`, { platform: 'domain', statusfrom, status, ...more }, who)

describe('a status set by hand where the company requires approval before enforcement', () => {
  beforeEach(() => setRequired(true))
  afterAll(() => setRequired(false))

  test('In Progress and Success are refused for what the client has not approved, other moves are not', async () => {
    const [waiting, review, approved] = await own(domain, ['33', '88', '22'])
    for (const who of ['analyst', 'admin'])
      for (const status of ['11', '55']) {
        const refused = await decide(waiting!, '33', status, who)
        expect(refused.statusCode, refused.body).toBe(422)
        expect(JSON.stringify(refused.json().errors)).toContain('The client has not approved this finding.')
        expect((await decide(review!, '88', status, who)).statusCode).toBe(422)
      }
    expect((await stored(waiting!)).status).toBe('33')
    expect((await decide(waiting!, '33', '99', 'analyst')).statusCode).toBe(200)
    expect((await decide(approved!, '22', '11', 'analyst')).statusCode).toBe(200)
    expect((await decide(approved!, '11', '55', 'analyst')).statusCode).toBe(200)
    await setRequired(false)
    expect((await decide(review!, '88', '11', 'analyst')).statusCode).toBe(200)
  })

  test('an Admin goes on with a reason, which is stored, logged and in the thread of staff; the next step needs none', async () => {
    const id = await one(domain, '33')
    expect((await decide(id, '33', '11', 'analyst', { overrideReason })).statusCode).toBe(422)
    expect((await decide(id, '33', '11', 'admin', { overrideReason: 'short' })).statusCode).toBe(422)
    expect((await decide(id, '33', '11', 'admin', { overrideReason })).statusCode).toBe(200)
    const { rows } = await at.database.pool.query(
      'select status_to, user_id, reason from approval_overrides where finding_id = $1',
      [id],
    )
    expect(rows).toEqual([{ status_to: '11', user_id: at.world.people.admin, reason: overrideReason }])
    const logged = await at.database.pool.query(
      "select total_affected n from data_log where model = 'Enforcement without approval' order by at desc limit 1",
    )
    expect(logged.rows).toEqual([{ n: 1 }])
    const texts = async (who: string) =>
      ((await get(`activity/finding/${id}`, who)).json().entries as { text: string }[])
        .map(({ text }) => text)
        .join('\n')
    expect(await texts('analyst')).toContain(`Without the client’s approval: ${overrideReason}`)
    expect(await texts('client')).not.toContain('phone')
    expect((await decide(id, '11', '55', 'analyst')).statusCode).toBe(200)
  })

  test('a decision on many leaves out what lacks approval and says so, unless an Admin gives a reason', async () => {
    const ids = await own(domain, ['33', '22', '88', '99'])
    const preview = async (who: string, more: object = {}) =>
      (await post('decisions/preview', { platform: 'domain', status: '55', ids, ...more }, who)).json()
    const start = (who: string, changes: number, more: object = {}) =>
      post('decisions', { platform: 'domain', status: '55', ids, changes, ...more }, who)
    const left = await preview('analyst')
    expect(left).toMatchObject({ total: 4, changes: 1, unapproved: 3 })
    expect(left.leftOut.map(({ status }: { status: string }) => status).sort()).toEqual(['33', '88', '99'])
    expect(left.leftOut[0].reason).toBe('Not approved by the client, which the company requires')
    expect((await start('analyst', 4, { overrideReason })).statusCode).toBe(422)
    expect((await start('analyst', 1)).statusCode).toBe(200)
    expect((await Promise.all(ids.map(stored))).map(({ status }) => status)).toEqual(['33', '55', '88', '99'])
    expect(await preview('admin', { overrideReason })).toMatchObject({ changes: 3, unapproved: 3 })
    const done = await start('admin', 3, { overrideReason })
    expect(done.statusCode, done.body).toBe(200)
    expect((await Promise.all(ids.map(stored))).map(({ status }) => status)).toEqual(['55', '55', '55', '55'])
    const { rows } = await at.database.pool.query(
      'select finding_id from approval_overrides where finding_id = any($1) and reason = $2',
      [ids, overrideReason],
    )
    expect(rows.map(({ finding_id: id }) => id).sort()).toEqual([ids[0], ids[2], ids[3]].sort())
  })
})
