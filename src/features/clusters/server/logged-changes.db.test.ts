import { expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { eCommerce } from '#platforms/e-commerce.ts'
import { setUpClusterTests } from './testing.ts'

const actions = setUpActionTests()
const { at, post } = actions
const { add, fold, groupsOf, pageOf } = setUpClusterTests(actions)

test('G106 what people join to a cluster, remove and put back is in the data log, with the name of the cluster', async () => {
  const phone = '+91 98200 47777'
  const ids = await add(eCommerce, [
    { storeId: 'Logged 1', contactNumber: phone },
    { storeId: 'Logged 1', contactNumber: phone },
    { storeId: 'Logged 1' },
    { storeId: 'Logged 2' },
    { storeId: 'Logged 2' },
    {},
  ])
  await fold()
  const [one, other] = [(await groupsOf(ids[0]!))[0]!.clusterId, (await groupsOf(ids[3]!))[0]!.clusterId]
  const change = async (what: string, body: object) => {
    const { version } = await pageOf(one)
    const answer = await post(`clusters/${one}/${what}`, { version, ...body }, 'analyst')
    expect(answer.statusCode, answer.body).toBe(200)
  }
  await change('join', { findings: [ids[5]] })
  await change('part', { findings: [ids[2]] })
  const { events } = await pageOf(one)
  await change('put-back', { eventId: events.find(({ type }) => type === 'parted-findings')!.id })
  await change('join', { clusterId: other })
  await change('part', { values: [(await pageOf(one)).values.find(({ kind }) => kind === 'phone')!.id] })
  const { rows } = await at.database.pool.query(
    `select type, model, total_affected as total, subject, record_id as cluster, user_id as by, company_id as company
     from data_log where model = 'Cluster' order by id`,
  )
  const line = { type: 'update', model: 'Cluster', cluster: one, by: at.world.people.analyst }
  expect(rows).toEqual(
    [
      { total: 1, subject: expect.stringMatching(/^\S.*, 1 finding joined$/) },
      { total: 1, subject: expect.stringMatching(/^\S.*, 1 finding removed$/) },
      { total: 1, subject: expect.stringMatching(/^\S.*, 1 finding put back$/) },
      { total: 2, subject: expect.stringMatching(/^\S.*, joined with \S/) },
      { total: expect.any(Number), subject: expect.stringMatching(/^\S.*, phone: \+?[\d ]+ removed$/) },
    ].map((own) => ({ ...line, company: at.world.companies.parent, ...own })),
  )
})
