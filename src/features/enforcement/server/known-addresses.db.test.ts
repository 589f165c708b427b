import { beforeAll, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { knownDesk } from '#features/contacts/server/known-desk.ts'
import { addMark } from '#features/notices/server/testing.ts'
import { rows, sql } from '#kit/server/db.ts'
import { domain } from '#platforms/domain.ts'
import { configureNotices, noticeFacts } from './testing.ts'

const { at, post, one } = setUpActionTests()
const desks = { registrar: 'abuse@nk.test', host: 'abuse@zh.test' }

beforeAll(async () => {
  await configureNotices({ at, post }, ['About {{url}}.'])
  await addMark(at.testApp.app, {
    companyId: at.world.companies.parent,
    brandId: at.world.brands.own,
    name: 'Acme One',
  })
  await rows(
    at.database.db,
    sql`insert into abuse_contacts (name, email, source) values (${noticeFacts.registrar}, ${desks.registrar}, 'Test'), (${noticeFacts.hosting}, ${desks.host}, 'Test')`,
  )
})

const send = async (name: string, reasonCode: string, abusiveEmailId: string) => {
  const id = await one(domain, '22', { domain: name, url: null, reasonCode })
  return post(`domain/${id}/sendEnforcementMail`, { ...noticeFacts, abusiveEmailId }, 'analyst')
}
const contactsOf = async (name: string) =>
  (
    await rows<{ email: string }>(
      at.database.db,
      sql`select email from abuse_contacts where name = ${name} and email like '%.test' order by email`,
    )
  ).map(({ email }) => email)
const hostDesk = () =>
  knownDesk(at.database.db, {
    kind: 'host',
    host: 'unknown-host.test',
    ip: null,
    name: noticeFacts.hosting,
    reasonCode: '12201',
  })

test('G74 a known address that was chosen stays that of its registrar or host', async () => {
  expect((await send('phish-one.test', '12201', desks.registrar)).statusCode).toBe(200)
  expect((await send('phish-two.test', '12201', desks.host)).statusCode).toBe(200)
  expect(await contactsOf(noticeFacts.hosting)).toEqual([desks.host])
  expect(await contactsOf(noticeFacts.registrar)).toEqual([desks.registrar])
})

test('where such an address was stored for both, the registrar is still refused what no registrar acts on, and no email by itself goes to it as the host', async () => {
  const { userId } = (await rows<{ userId: string }>(at.database.db, sql`select id as "userId" from users limit 1`))[0]!
  await rows(
    at.database.db,
    sql`insert into abuse_contacts (name, email, source, created_by)
      values (${noticeFacts.hosting}, ${desks.registrar}, 'Test', ${userId}), (${noticeFacts.registrar}, ${desks.host}, 'Test', ${userId})
      on conflict do nothing`,
  )
  const refused = await send('shop-one.test', '12303', desks.registrar)
  expect([refused.statusCode, Object.keys(refused.json().errors[0])], refused.body).toEqual([422, ['instrument']])
  const sent = await send('shop-two.test', '12303', desks.host)
  expect(sent.json().data[0]).toMatchObject({ deskKind: 'host', deskName: noticeFacts.hosting })
  expect((await hostDesk())!.addresses.map(({ email }) => email)).toEqual([desks.host])
})
