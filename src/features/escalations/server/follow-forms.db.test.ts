import { afterAll, beforeAll, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { addMark } from '#features/notices/server/testing.ts'
import { row, rows, sql } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { eCommerce } from '#platforms/e-commerce.ts'
import { today } from '#vocabulary/dates.ts'
import { escalationSetup, step } from './testing.ts'

const { at, get, post, one, stored } = setUpActionTests()
const setup = escalationSetup(at)
const { after, runOf } = setup
const form = 'https://www.amazon.in/report/infringement'
const day = () => today(at.testApp.app.settings.businessZone)
let configuration: string

beforeAll(async () => {
  await setup.open()
  const [companyId, brandId] = [at.world.companies.parent, at.world.brands.own]
  const about = { company: companyId, brand: brandId, platform: 'e-commerce', status: true, attachments: [] }
  const saved = await post('enforcement-mail-configuration', { ...about, mailBody: ['About {{url}}.'] }, 'admin')
  configuration = saved.json().data.id
  await rows(
    at.database.db,
    sql`update enforcement_configurations set attachments = (select attachments from enforcement_configurations
      where platform = 'domain' and brand_id = ${brandId}) where id = ${configuration}`,
  )
  await addMark(at.testApp.app, { companyId, brandId, name: 'Acme One' })
})
afterAll(setup.close)

const save = (steps: object[]) =>
  post(`escalations/${configuration}`, { enabled: true, stopsOnReply: true, steps, version: 0 }, 'admin')

test('a listing that was reported through a form comes to Next Steps after the agreed days, until it is reported again', async () => {
  const refused = await save([step('reminder', 3), step('registrar', 3)])
  expect([refused.statusCode, refused.json().errors]).toEqual([
    422,
    [{ steps: 'Only reminders follow a report through a form' }],
  ])
  expect((await save([step('reminder', 3)])).statusCode).toBe(200)
  const listed = (await get('escalations', 'admin')).json().docs as { id: string; platform: string }[]
  expect(listed.find(({ id }) => id === configuration)).toMatchObject({ platform: 'e-commerce' })

  const url = `https://www.amazon.in/dp/B0CX23V2ZK?ref=${newId()}`
  const id = await one(eCommerce, '22', { reasonCode: '234', site: 'Amazon', url })
  const reported = await post('enforcement/form-record', { platform: 'e-commerce', id, form, date: day() }, 'analyst')
  expect(reported.statusCode, reported.body).toBe(200)
  await after(0)
  expect(await runOf(id)).toMatchObject({ state: 'waiting', kind: 'reminder', notice: { to: 'Amazon' } })
  await after(2)
  expect(await runOf(id)).toMatchObject({ state: 'waiting' })
  await after(4)
  const task = await runOf(id)
  expect(task).toMatchObject({ state: 'task', kind: 'reminder', form, reason: expect.stringContaining('Amazon') })
  const list = async (query: string, who = 'analyst') => (await get(`next-steps?${query}`, who)).json()
  expect((await list('state=task&platform=e-commerce')).docs).toEqual([
    expect.objectContaining({ findingId: id, platform: 'e-commerce', address: url }),
  ])
  expect((await get('next-steps?state=task', 'client')).statusCode).toBe(403)
  expect(
    await row(
      at.database.db,
      sql`select data->>'platform' as platform from pgboss.job where name = 'step-needs-person' and data->>'findingId' = ${id}`,
    ),
  ).toEqual({ platform: 'e-commerce' })
  expect(await rows(at.database.db, sql`select 1 from mails`), 'nothing leaves by email').toEqual([])

  await rows(at.database.db, sql`update enforcements set action_date = action_date - 4 where finding_id = ${id}`)
  const done = await post(`next-steps/${task.id}/form`, { version: task.version, ticket: 'AMZ-2' }, 'analyst')
  expect(done.statusCode, done.body).toBe(200)
  expect(await runOf(id)).toMatchObject({ state: 'done' })
  expect((await stored(id)).status).toBe('11')
})

test('a listing that was solved meanwhile is not followed up', async () => {
  const url = `https://www.amazon.in/dp/B0CX23V2ZK?ref=${newId()}`
  const id = await one(eCommerce, '22', { reasonCode: '234', site: 'Amazon', url })
  await post('enforcement/form-record', { platform: 'e-commerce', id, form, date: day() }, 'analyst')
  await after(0)
  await rows(at.database.db, sql`update findings set status = '55' where id = ${id}`)
  await after(4)
  expect(await runOf(id)).toMatchObject({ state: 'stopped', form: null })
})
