import { expect, test } from 'vitest'
import { setUpAdminTests } from '#app/testing-world.ts'
import { rows, sql } from '#kit/server/db.ts'
import { desksFor } from './desks-for.ts'
import { knownDesk } from './known-desk.ts'
import { saveAbuseContacts, saveRegistration } from './queries.ts'

const { at, request, errorsOf, logged } = setUpAdminTests()

/** Address and source of the first desk of a host, as the Send dialog and the review show it. */
async function deskOf(hosting: string) {
  const target = { address: 'https://x.test/', registrar: null, ipAddress: null, hosting, reasonCode: null }
  const [found] = await desksFor(at.database.db, [target], { isByDomain: false })
  const { email, source } = found!.desks[0]!
  return { email, source }
}
const listed = async (search: string) =>
  (await request('GET', `/abuse-contacts?search=${encodeURIComponent(search)}`)).json().docs as {
    id: string
    email: string
    source: string
    answeredOn: string | null
    bounced: boolean
  }[]
const registration = {
  outcome: 'found' as const,
  reason: null,
  registeredOn: null,
  expiresOn: null,
  changedOn: null,
  country: null,
  form: null,
}

test('G74 the supplied addresses are listed with their source and its day, not confirmed', async () => {
  expect(await listed('godaddy')).toMatchObject([
    {
      name: 'GoDaddy',
      email: 'abuse@godaddy.com',
      source: 'Supplied with the product',
      checkedOn: '2026-11-21',
      answeredOn: null,
      bounced: false,
    },
  ])
  expect(await deskOf('GoDaddy')).toEqual({
    email: 'abuse@godaddy.com',
    source: 'Supplied with the product, 21/11/2026, not confirmed',
  })
})

test('G74 an Admin adds, changes and deletes addresses; each is used at once', async () => {
  const contact = {
    name: 'Keep  Hosting',
    email: 'Abuse@Keep.Example',
    source: 'Its abuse page',
    checkedOn: '2026-11-20',
  }
  for (const who of ['analyst', 'client'])
    for (const [method, path] of [
      ['GET', ''],
      ['POST', ''],
      ['POST', `/${at.world.people.admin}`],
      ['DELETE', `/${at.world.people.admin}`],
    ] as const)
      expect((await request(method, `/abuse-contacts${path}`, contact, who)).statusCode, `${who} ${method}`).toBe(403)
  const added = await request('POST', '/abuse-contacts', contact)
  expect(added.json()).toMatchObject({
    message: 'Abuse contact saved successfully',
    data: { name: 'Keep Hosting', email: 'abuse@keep.example', answeredOn: null, version: 1 },
  })
  const { id } = added.json().data
  const label = (source: string) => `${source}, 20/11/2026, not confirmed`
  expect(await deskOf('keep hosting')).toEqual({ email: 'abuse@keep.example', source: label('Its abuse page') })
  const again = { ...contact, name: 'KEEP HOSTING' }
  expect(errorsOf(await request('POST', '/abuse-contacts', again))).toEqual({
    email: 'This address of this name already exists',
  })
  const wrong = { name: '', email: 'x', source: '', checkedOn: 'soon' }
  expect(errorsOf(await request('POST', '/abuse-contacts', wrong))).toEqual({
    name: 'Registrar or host is required',
    email: 'Abuse email is not valid',
    source: 'Source is required',
    checkedOn: 'Checked on is not valid',
  })
  const changed = { ...contact, email: 'desk@keep.example', version: 1 }
  expect((await request('POST', `/abuse-contacts/${id}`, changed)).json().data).toMatchObject({ version: 2 })
  expect((await request('POST', `/abuse-contacts/${id}`, changed)).statusCode).toBe(409)
  expect((await listed('its abuse')).map((one) => one.id)).toEqual([id])
  expect(await deskOf('Keep Hosting')).toMatchObject({ email: 'desk@keep.example' })
  await rows(at.database.db, sql`insert into bounced_addresses (email, reason) values ('desk@keep.example', '550')`)
  await rows(at.database.db, sql`insert into answered_addresses values ('desk@keep.example', '2026-11-30T10:00Z')`)
  expect(await listed('desk@keep')).toMatchObject([{ bounced: true, answeredOn: '2026-11-30' }])
  expect((await deskOf('Keep Hosting')).source).toBe('Its abuse page, 20/11/2026, confirmed, last answer 30/11/2026')
  expect((await request('DELETE', `/abuse-contacts/${id}`)).statusCode).toBe(200)
  expect((await request('DELETE', `/abuse-contacts/${id}`)).statusCode).toBe(404)
  expect((await deskOf('Keep Hosting')).email).toBe(null)
  expect((await logged()).map(([type, model]) => `${type} ${model}`)).toEqual(
    ['add', 'update', 'delete'].map((type) => `${type} Abuse contact`),
  )
})

test('what a person typed into a notice is no evidence of whose it is until an Admin has checked it', async () => {
  const typed = sql`insert into abuse_contacts (name, email, source, created_by)
    values ('Typekeep', 'typed@keep.example', 'Entered by a person', ${at.world.people.analyst})`
  await rows(at.database.db, typed)
  const byHand = async () =>
    (await knownDesk(at.database.db, { kind: 'host', host: 'x.test', ip: null, name: 'Typekeep', reasonCode: null }))!
      .addresses[0]!.byHand
  expect(await byHand()).toBe(true)
  expect((await deskOf('Typekeep')).source).toMatch(/^Entered by a person, \d\d\/\d\d\/\d{4}, not confirmed$/)
  const [contact] = await listed('typed@keep')
  const checked = { name: 'Typekeep', email: 'typed@keep.example', source: 'A letter', checkedOn: '2026-11-20' }
  expect((await request('POST', `/abuse-contacts/${contact!.id}`, checked)).statusCode).toBe(200)
  expect(await byHand()).toBe(false)
})

test('what a registry names has the registry and the day, which its next answer brings up to date; an Admin’s words stay', async () => {
  const say = async (day: string, server: string) => {
    const answer = { ...registration, name: 'Registrykeep', emails: ['Abuse@rk.example', 'abuse@RK.example'] }
    await saveRegistration(at.database.db, 'domain:rk.example', { ...answer, source: 'rdap', server })
    await rows(
      at.database.db,
      sql`update registrations set requested_at = ${day}::date where subject = 'domain:rk.example'`,
    )
    await saveAbuseContacts(at.database.db, ['domain:rk.example', 'ip:203.0.113.9'])
    return deskOf('Registrykeep')
  }
  const source = (text: string) => ({ email: 'abuse@rk.example', source: `${text}, not confirmed` })
  expect(await say('2026-10-01', 'rdap.one.test')).toEqual(source('RDAP of rdap.one.test, 01/10/2026'))
  expect(await say('2026-11-01', 'rdap.two.test')).toEqual(source('RDAP of rdap.two.test, 01/11/2026'))
  const [contact] = await listed('abuse@rk.example')
  const fields = { name: 'Registrykeep', email: 'abuse@rk.example', source: 'Asked them', checkedOn: '2026-11-02' }
  expect((await request('POST', `/abuse-contacts/${contact!.id}`, fields)).statusCode).toBe(200)
  expect(await say('2026-11-20', 'rdap.two.test')).toEqual(source('Asked them, 02/11/2026'))
})
