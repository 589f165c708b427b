import { beforeAll, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { row, rows, sql } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { website } from '#platforms/website.ts'
import { configureNotices, noticeFacts } from './testing.ts'

const { at, get, post, one } = setUpActionTests()
const remove = (url: string, who: string) =>
  at.testApp.server.inject({
    method: 'DELETE',
    url: `/api/${url}`,
    headers: { authorization: `Bearer ${at.tokens[who]!}` },
  })
beforeAll(() => configureNotices({ at, post }, ['About {{url}}.']))

const phishing = (more: object = {}) => one(website, '22', { reasonCode: '12201', ...more })
const path = (id: string) => `enforcement/phishing-messages/website/${id}`
const eml = [
  'Received: from mx.spam.example ([192.0.2.9]) for <jane@victim.example>; Fri, 20 Nov 2026 10:00:00 +0000',
  'From: Acme <security@spam.example>',
  'To: Jane <jane@victim.example>',
  'Subject: Your account is locked',
  'Date: Fri, 20 Nov 2026 09:59:00 +0000',
  '',
  'Hello, sign in.',
].join('\r\n')
const fileOf = (content: string | Buffer, name = 'lure.eml') => ({
  file: { name, content: Buffer.from(content).toString('base64') },
})
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
type Mail = { text: string; html: string; attachments: { fileName: string; key?: string; cid?: string }[] }

async function sent(id: string, more: object = {}): Promise<Mail> {
  const answer = await post(`website/${id}/sendEnforcementMail`, { ...noticeFacts, ...more }, 'analyst')
  expect(answer.statusCode, answer.body).toBe(200)
  return (await row<Mail>(
    at.database.db,
    sql`select text_body as text, html_body as html, attachments from mails where id = ${answer.json().data[0].id}`,
  ))!
}

test('a notice about phishing states the email that led there and has it attached, with recipients masked', async () => {
  const id = await phishing()
  const added = await post(path(id), fileOf(eml), 'analyst')
  expect(added.statusCode, added.body).toBe(200)
  expect(added.json().data).toMatchObject([
    { kind: 'email', sender: 'Acme <security@spam.example>', subject: 'Your account is locked' },
  ])
  const sms = { text: 'Pay at https://x.test/', sender: '+91 98200 00000', receivedOn: '2026-11-19' }
  expect((await post(path(id), sms, 'analyst')).statusCode).toBe(200)
  expect((await post(path(id), fileOf(png, 'shot.png'), 'analyst')).statusCode).toBe(200)
  const email = await sent(id)
  const names = email.attachments.map(({ fileName }) => fileName)
  expect(names).toEqual(expect.arrayContaining(['message-1.txt', 'message-2.txt', 'message-3.png']))
  expect(email.text).toMatch(
    /MESSAGE THAT LEADS TO THE PAGE\nemail from Acme <security@spam\.example>; subject “Your account is locked”; sent .+; full headers in the attachment message-1\.txt \(recipients masked\); SHA-256 [0-9a-f]{64}\n/,
  )
  expect(email.text).toContain(
    'text message from +91 98200 00000; received on 19 November 2026; attachment message-2.txt',
  )
  expect(email.text).toContain('“From: +91 98200 00000 Pay at https://x.test/”')
  const picture = email.attachments.find(({ fileName }) => fileName === 'message-3.png')!
  expect(email.html).toContain(`src="cid:${picture.cid}"`)
  const copy = await at.testApp.app.files.read(
    email.attachments.find(({ fileName }) => fileName === 'message-1.txt')!.key!,
  )
  expect(copy!.toString()).toContain('Received: from mx.spam.example ([192.0.2.9]) for <[masked]>')
  expect(copy!.toString()).not.toContain('jane@')
  const fourth = await post(path(id), sms, 'analyst')
  expect([fourth.statusCode, fourth.json().message]).toEqual([
    409,
    'A finding can have three messages. Remove one first.',
  ])
})

test('web form sheets have the message to copy and attach; a removed one is in no later notice', async () => {
  const id = await phishing({
    url: `https://bank-${newId()}.pages.dev/login`,
    domain: null,
    registrar: null,
    ipAddress: '203.0.113.7',
    hosting: 'Zonehost',
  })
  const { data } = (await post(path(id), fileOf(eml), 'analyst')).json()
  const form = 'https://abuse.cloudflare.com/'
  const sheet = (
    await post('enforcement/form-sheet', { platform: 'website', id, form, date: noticeFacts.date }, 'analyst')
  ).json()
  const field = sheet.fields.find(({ label }: { label: string }) => label === 'Message that leads there')
  expect(field.value).toContain('Received: from mx.spam.example')
  expect(field.value).not.toContain('jane@')
  expect(sheet.files.map(({ fileName }: { fileName: string }) => fileName)).toContain('message-1.txt')
  const { value: description } = sheet.fields.find(({ label }: { label: string }) => label === 'Description')
  expect(description).toContain('MESSAGE THAT LEADS TO THE PAGE\nemail from Acme')
  expect(description, 'a form has no attachments by itself').not.toContain('attach')
  expect((await remove(`${path(id)}/${data[0].id}`, 'analyst')).statusCode).toBe(200)
  expect((await remove(`${path(id)}/${data[0].id}`, 'analyst')).statusCode).toBe(404)
  expect((await get(path(id), 'analyst')).json().data).toEqual([])
})

test('clients, other kinds of harm, other files and findings out of scope are refused', async () => {
  const id = await phishing()
  expect((await get(path(id), 'client')).statusCode).toBe(403)
  expect((await post(path(id), fileOf(eml), 'client')).statusCode).toBe(403)
  expect((await post(path(newId()), fileOf(eml), 'analyst')).statusCode).toBe(404)
  const shop = await one(website, '22', { reasonCode: '234' })
  expect((await post(path(shop), fileOf(eml), 'analyst')).statusCode).toBe(422)
  expect((await get(path(shop), 'analyst')).json().isUsed).toBe(false)
  expect((await post(path(id), fileOf('No email'), 'analyst')).statusCode).toBe(415)
  expect((await post(path(id), fileOf(Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'a.msg'), 'analyst')).statusCode).toBe(
    415,
  )
  expect((await post(path(id), fileOf(png.subarray(0, 40), 'cut.png'), 'analyst')).statusCode).toBe(415)
  for (const nothing of [{}, { text: ' ' }, { ...fileOf(eml), text: 'x' }, { file: { name: 'a', content: '%' } }])
    expect((await post(path(id), nothing, 'analyst')).statusCode).toBe(422)
  // A finding that was removed has no messages any more.
  await rows(at.database.db, sql`update findings set deleted_at = now() where id = ${id}`)
  expect((await get(path(id), 'analyst')).statusCode).toBe(404)
})
