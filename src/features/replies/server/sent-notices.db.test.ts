import { beforeAll, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { messages } from '#features/replies/messages.ts'
import { addNoticeRequirements } from '#features/notices/server/testing.ts'
import { rows, sql } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { domain } from '#platforms/domain.ts'

const { at, get, post, one } = setUpActionTests()

beforeAll(async () => {
  const { companies, brands } = at.world
  const about = { company: companies.parent, brand: brands.own, platform: 'domain', status: true, attachments: [] }
  await post('enforcement-mail-configuration', { ...about, mailBody: ['About {{url}}'] }, 'admin')
  await addNoticeRequirements(at.testApp.app, { companyId: companies.parent, brandId: brands.own })
})

/** Sends a notice about a new finding; returns both. */
async function notice(abusiveEmailId: string, name: string): Promise<{ id: string; finding: string }> {
  const finding = await one(domain, '33', { domain: name, url: null })
  const sent = await post(
    `domain/${finding}/sendEnforcementMail`,
    {
      registrar: 'Keeper',
      ipAddress: '203.0.113.7',
      hosting: 'Host',
      date: '2026-03-04',
      infrigementStatus: '11',
      actionTaken: 'Abuse E-mail Sent',
      abusiveEmailId,
    },
    'analyst',
  )
  expect(sent.statusCode, sent.body).toBe(200)
  const [stored] = await rows<{ id: string }>(
    at.database.db,
    sql`select id from enforcements where finding_id = ${finding}`,
  )
  await rows(at.database.db, sql`update mails set sent_at = now() where id = ${stored!.id}`)
  return { id: stored!.id, finding }
}

/** A mail in doubt, from this address, that names no notice. */
async function doubtful(sender: string): Promise<string> {
  const id = newId()
  await rows(
    at.database.db,
    sql`insert into inbound_mails (id, name, kind, sender, subject, body, doubt)
      values (${id}, ${id}, 'reply', ${sender}, 'Your report', 'It is closed.', ${messages.unknown})`,
  )
  return id
}

test('a mail that names no notice is added to one that a person chooses; those to the domain of its sender come first', async () => {
  const old = await notice('abuse@namekeep.example', 'acme-login.example')
  const newer = await notice('abuse@hostkeep.example', 'acme-shop.example')
  const waiting = await notice('abuse@namekeep.example', 'acme-bank.example')
  await rows(at.database.db, sql`update mails set sent_at = null where id = ${waiting.id}`)
  const id = await doubtful('robot@tickets.namekeep.example')
  const found = async (search: string, who = 'analyst') =>
    get(`enforcement/answers/${id}/notices?search=${search}`, who)
  const ids = async (search: string) =>
    (await found(search)).json<{ found: { id: string }[] }>().found.map((one) => one.id)
  expect(await ids('')).toEqual([old.id, newer.id])
  expect(await ids('acme-shop')).toEqual([newer.id])
  expect(await ids('ABUSE@hostkeep')).toEqual([newer.id])
  expect(await ids(old.id.slice(-8))).toEqual([old.id])
  expect(await ids('%25')).toEqual([])
  expect((await found('', 'client')).statusCode).toBe(403)
  expect((await get(`enforcement/answers/${newId()}/notices`, 'analyst')).statusCode).toBe(404)

  const review = (noticeId: string, who = 'analyst') =>
    post(`enforcement/answers/${id}/review`, { belongs: true, noticeId }, who)
  expect((await review(newId())).json().message).toBe(messages.noSuchNotice)
  expect((await review(waiting.id)).statusCode).toBe(404)
  expect((await review('x')).statusCode).toBe(422)
  expect((await review(old.id, 'client')).statusCode).toBe(403)
  expect((await review(old.id)).json().message).toBe(messages.confirmed)
  const records = (await get(`domain/${old.finding}/enforcement`, 'analyst')).json<{ data: { answers: object[] }[] }>()
  expect(records.data.flatMap(({ answers }) => answers)).toMatchObject([{ subject: 'Your report' }])
  // It is reviewed: nobody adds it to another one.
  expect((await review(newer.id)).statusCode).toBe(404)
  expect((await found('')).statusCode).toBe(404)
})
