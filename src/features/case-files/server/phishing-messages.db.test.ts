import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { linesOfPdf } from '#kit/server/testing-pdf.ts'
import { website } from '#platforms/website.ts'
import { caseFileHelpers, sha256 } from './testing.ts'

const { at, one, post } = setUpActionTests()
const { made, zipOf } = caseFileHelpers(at)

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
