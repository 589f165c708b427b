import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { rows, sql } from '#kit/server/db.ts'
import { linesOfPdf } from '#kit/server/testing-pdf.ts'
import { website } from '#platforms/website.ts'
import { caseFileHelpers, sha256 } from './testing.ts'

const { at, one, post } = setUpActionTests()
const { fileOf, made, zipOf } = caseFileHelpers(at)

test('a case file has the message that led to the page, with recipients masked, and the hash of the original', async () => {
  const id = await one(website, '22', { reasonCode: '12201' })
  const original = Buffer.from(
    ['From: Acme <security@spam.example>', 'To: jane@victim.example', 'Subject: Locked', '', 'Sign in.'].join('\r\n'),
  )
  const file = { name: 'lure.eml', content: original.toString('base64') }
  const added = await post(`enforcement/phishing-messages/website/${id}`, { file }, 'analyst')
  expect(added.statusCode, added.body).toBe(200)
  const zip = unzipSync(await zipOf(await made([id], 'website')))
  const [message] = JSON.parse(strFromU8(zip['findings/001/finding.json']!)).messages
  expect(message).toMatchObject({
    kind: 'email',
    subject: 'Locked',
    originalSha256: sha256(original),
    copy: { file: 'findings/001/message/01.txt', verdict: 'same' },
  })
  const copy = strFromU8(zip['findings/001/message/01.txt']!)
  expect(copy).toContain('To: [masked]')
  const all = Object.values(zip).map((bytes) => Buffer.from(bytes).toString('latin1'))
  expect(all.some((text) => text.includes('jane@victim.example'))).toBe(false)
  const lines = linesOfPdf(Buffer.from(zip['file.pdf']!)).join('\n')
  expect(lines).toContain('Message that leads to the page')
  expect(lines).not.toContain('jane@')
})

test('a changed or lost copy of the message is a problem on the cover', async () => {
  const id = await one(website, '22', { reasonCode: '12201' })
  const content = Buffer.from('From: a@spam.example\r\nTo: jane@victim.example\r\nSubject: Locked\r\n\r\nSign in here.')
  const file = { name: 'lure.eml', content: content.toString('base64') }
  await post(`enforcement/phishing-messages/website/${id}`, { file }, 'analyst')
  const { files } = at.testApp.app
  // The picture of the finding is somewhere else, which is another problem.
  const messageWarnings = async (of: string) =>
    (await fileOf(of)).warnings.filter((one: string) => !one.includes('outside this console'))
  const [stored] = await rows<{ key: string }>(
    at.database.db,
    sql`select file_key as key from phishing_messages where finding_id = ${id}`,
  )
  const copy = (await files.read(stored!.key))!
  await files.put(stored!.key, Buffer.from(String(copy).replace('here', 'HERE')), 'text/plain')
  const changed = await made([id], 'website')
  const warning = 'Finding 1, findings/001/message/01.txt: Changed since the upload: its SHA-256 does not match.'
  expect(await messageWarnings(changed)).toEqual([warning])
  const cover = linesOfPdf(Buffer.from(unzipSync(await zipOf(changed))['file.pdf']!)).join(' ')
  expect(cover).toContain('Problems with the evidence')
  await files.remove(stored!.key)
  const lost = await made([id], 'website')
  expect(await messageWarnings(lost)).toEqual(['Finding 1, message.txt: The stored object is missing.'])
})
