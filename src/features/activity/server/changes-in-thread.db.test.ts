import { beforeAll, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import type { Entry } from '#features/activity/contract.ts'
import { setUpClusterTests } from '#features/clusters/server/testing.ts'
import { type Edits, edits, storeRows } from '#features/editing/server/testing.ts'
import { sampleDay } from '#features/intake/server/testing.ts'
import { domain } from '#platforms/domain.ts'
import { eCommerce } from '#platforms/e-commerce.ts'

const actions = setUpActionTests()
const { at, get, post, one } = actions
const { add, fold, groupsOf, pageOf } = setUpClusterTests(actions)

let analyst: Edits
beforeAll(() => {
  const { companies, brands } = at.world
  const scope = { company: companies.parent, brand: brands.own, platform: 'e-commerce', reportingDate: sampleDay }
  analyst = edits(at.testApp.server, { authorization: `Bearer ${at.tokens['analyst']!}` }, scope)
})

const entriesOf = async (id: string, kind: Entry['kind'], who: string) =>
  (await get(`activity/finding/${id}`, who)).json<{ entries: Entry[] }>().entries.filter((entry) => entry.kind === kind)

test('an edit stands in the thread with the fields that changed, before and after, and without those that did not', async () => {
  const [first, second] = await storeRows(analyst, { count: 2, cells: { priority: 'High' } })
  const title = String(first!['title'])
  const saved = await analyst.save([
    { id: first!.id, rowVersion: first!.rowVersion, title: 'Another title', priority: 'High', status: '22' },
    { id: second!.id, rowVersion: second!.rowVersion, title: second!['title'] },
  ])
  expect(saved.statusCode).toBe(200)
  const [entry, ...others] = await entriesOf(first!.id, 'edit', 'admin')
  expect(others).toEqual([])
  expect(entry).toMatchObject({
    author: { name: 'First Last', isStaff: true },
    changes: [{ label: 'Title', from: title, to: 'Another title' }],
  })
  // A cell that holds what is stored already changes nothing.
  expect(await entriesOf(second!.id, 'edit', 'admin')).toEqual([])
  expect(await entriesOf(first!.id, 'edit', 'client')).toMatchObject([
    { author: { name: 'Brand protection team' }, changes: [{ label: 'Title', to: 'Another title' }] },
  ])
  expect((await get(`activity/finding/${first!.id}`, 'foreignClient')).statusCode).toBe(404)
})

test('a Client is not told of edits of columns that it does not see', async () => {
  const id = await one(eCommerce, '22')
  const hidden = Object.keys(eCommerce.columns).filter(
    (name) => !eCommerce.listed.includes(name) && !eCommerce.detailed.includes(name),
  )
  const log = (names: readonly string[]) =>
    at.database.pool.query(
      `insert into finding_edits (company_id, finding_id, user_id, changes)
       select company_id, id, $2, $3 from findings where id = $1`,
      [id, at.world.people.analyst, JSON.stringify(names.map((name) => ({ name, from: 'Before', to: 'After' })))],
    )
  expect(hidden).toContain('employeeCode')
  await log(hidden)
  expect(await entriesOf(id, 'edit', 'client')).toEqual([])
  expect((await entriesOf(id, 'edit', 'analyst'))[0]!.changes).toHaveLength(hidden.length)
  await log(['title', ...hidden])
  expect((await entriesOf(id, 'edit', 'client')).map(({ changes }) => changes)).toEqual([
    [{ label: 'Title', from: 'Before', to: 'After' }],
  ])
})

test('C-182 edits of a day and of a reason code are told as the screens show them', async () => {
  const id = await one(eCommerce, '22')
  const changes = [
    { name: 'reasonCode', from: '12301', to: '56701' },
    { name: 'reportingDate', from: '', to: '2026-11-27' },
  ]
  await at.database.pool.query(
    `insert into finding_edits (company_id, finding_id, user_id, changes)
     select company_id, id, $2, $3 from findings where id = $1`,
    [id, at.world.people.analyst, JSON.stringify(changes)],
  )
  expect((await entriesOf(id, 'edit', 'client'))[0]!.changes).toEqual([
    { label: 'Reason Code', from: 'TM_Title', to: 'MRP_Discount80' },
    { label: 'Reporting Date', from: '', to: '27/11/2026' },
  ])
})

test('answers to its notices are for staff; one that may belong elsewhere is not there', async () => {
  const id = await one(domain, '11')
  const addAnswer = (name: string, kind: string, subject: string, doubt: string | null) =>
    at.database.pool.query(
      `with notice as (
         insert into enforcements (id, company_id, finding_id, action_taken, action_date, status)
         select gen_random_uuid(), company_id, id, 'Abuse notice', '2026-11-20', '11' from findings where id = $1 returning id)
       insert into inbound_mails (id, name, kind, sender, subject, body, enforcement_id, doubt)
       select gen_random_uuid(), $2, $3, 'abuse@host.example', $4, 'Secret body', id, $5 from notice`,
      [id, name, kind, subject, doubt],
    )
  await addAnswer('thread-1', 'reply', 'Re: your notice', null)
  await addAnswer('thread-2', 'reply', 'Forged', 'the sender is not the desk')
  const [entry, ...others] = await entriesOf(id, 'answer', 'analyst')
  expect(others).toEqual([])
  expect(entry).toMatchObject({
    text: 'Answer from abuse@host.example: Re: your notice',
    author: null,
    isInternal: true,
  })
  const toClient = await get(`activity/finding/${id}`, 'client')
  expect(toClient.statusCode).toBe(200)
  expect(toClient.body).not.toContain('host.example')
})

test('what people do with it in clusters, and with its clusters, is for staff', async () => {
  const ids = await add(eCommerce, [
    { storeId: 'Thread 1', contactNumber: '+91 98200 77777' },
    { storeId: 'Thread 1' },
    { storeId: 'Thread 1' },
  ])
  const [loose] = await add(eCommerce, [{}])
  await fold()
  const { clusterId } = (await groupsOf(ids[0]!))[0]!
  const change = async (what: 'join' | 'part', more: object) => {
    const { version } = await pageOf(clusterId)
    expect((await post(`clusters/${clusterId}/${what}`, { version, ...more }, 'analyst')).statusCode).toBe(200)
  }
  await change('join', { findings: [loose], note: 'Same invoice' })
  await change('part', { findings: [ids[2]] })
  const phone = (await pageOf(clusterId)).values.find(({ kind }) => kind === 'phone')!
  await change('part', { values: [phone.id] })
  const textsOf = async (id: string, who: string) => (await entriesOf(id, 'cluster', who)).map(({ text }) => text)
  const parted = `Removed from its cluster: phone: ${phone.text}`
  expect(await textsOf(loose!, 'admin')).toEqual(['Added to a cluster · Same invoice'])
  expect(await textsOf(ids[2]!, 'admin')).toEqual(['Removed from a cluster'])
  expect(await textsOf(ids[1]!, 'admin')).toEqual([parted])
  for (const id of [loose!, ...ids]) expect(await textsOf(id, 'client')).toEqual([])
})
