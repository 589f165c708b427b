import { createHash, randomBytes } from 'node:crypto'
import PostalMime from 'postal-mime'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { rows, sql } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { domain } from '#platforms/domain.ts'
import { addNoticeRequirements, storePicture } from './testing.ts'
import { reportProblem } from './xarf-schema.ts'

const { at, post, one } = setUpActionTests()
const facts = {
  registrar: 'Namekeep Registrar',
  ipAddress: '203.0.113.7',
  hosting: 'Zonehost',
  actionTaken: 'Abuse E-mail Sent',
  date: '2026-03-04',
  infrigementStatus: '55',
  abusiveEmailId: 'abuse@desk.test',
}
const send = (id: string, more: object = {}, who = 'analyst') =>
  post(`domain/${id}/sendEnforcementMail`, { ...facts, ...more }, who)
const errorsOf = (answer: { json: () => { errors: object[] } }) => Object.assign({}, ...answer.json().errors)
const preview = async (id: string) =>
  (
    await post('enforcement/notice-preview', { platform: 'domain', id, abusiveEmailId: 'abuse@desk.test' }, 'analyst')
  ).json()
const image = 'https://img.elsewhere.example/login.png'
const onlyAddress =
  'Evidence image is only a web address, which shows neither that nor when the page was seen: have a picture of the page taken, or add one'

/** The delivered email of a notice. */
async function delivered(recordId: string) {
  await at.testApp.runJobs()
  const emails = await Promise.all(at.testApp.emails().map((email) => PostalMime.parse(email)))
  const email = emails.find(({ messageId }) => messageId?.includes(recordId))!
  const contentOf = (name: string) =>
    email.attachments.flatMap(({ filename, content }) =>
      filename === name ? [Buffer.from(content as ArrayBuffer)] : [],
    )
  return { email, contentOf, text: email.text!.replace(/ \n/g, ' ') }
}

/** As the visiting job records that the page was reached. */
async function visited(id: string): Promise<void> {
  await rows(
    at.database.db,
    sql`insert into finding_watches (company_id, finding_id, host, next_at)
      select company_id, id, 'h.example', now() + interval '1 day' from findings where id = ${id}`,
  )
  await rows(
    at.database.db,
    sql`insert into finding_visits (id, company_id, finding_id, address, outcome, side, streak, reason, milliseconds)
      select ${newId()}, company_id, id, 'https://h.example/', 'up', 'up', 1, 'HTTP 200', 20 from findings where id = ${id}`,
  )
}

beforeAll(async () => {
  const { companies, brands } = at.world
  const configuration = { company: companies.parent, brand: brands.own, platform: 'domain', status: true }
  await post('enforcement-mail-configuration', { ...configuration, attachments: [], mailBody: ['Hello'] }, 'admin')
  await addNoticeRequirements(at.testApp.app, { companyId: companies.parent, brandId: brands.own })
})

describe('a picture that is only a web address', () => {
  test.each(['12201', '12213', '12217'])(
    'DNS abuse (%s) is not sent with it before a visit has reached the page; the refusal says what to do',
    async (reasonCode) => {
      const id = await one(domain, '33', { image, reasonCode })
      const { data } = (
        await post('enforcement/notice-check', { platform: 'domain', recordIds: [id] }, 'analyst')
      ).json()
      expect(data).toEqual([{ lack: 'evidence', records: 1, message: onlyAddress, isFinal: false }])
      expect([(await send(id)).statusCode, errorsOf(await send(id))]).toEqual([422, { evidence: onlyAddress }])
      await visited(id)
      const sent = await send(id)
      expect(sent.statusCode, sent.body).toBe(200)
      const { text, email } = await delivered(sent.json().data[0].id)
      expect(text).toContain(`Picture: ${image}`)
      expect(text).toMatch(/Last seen: .+ when we visited the address/)
      expect(text).toContain('The evidence is actionable: the address, what it does, whom it imitates and when it was')
      expect(email.html).not.toContain('<img')
    },
  )

  test('of several records those without an image and those with an address are counted apart', async () => {
    const recordIds = [await one(domain, '33', { image }), await one(domain, '33', { image: null })]
    const { data } = (await post('enforcement/notice-check', { platform: 'domain', recordIds }, 'analyst')).json()
    expect(data).toMatchObject([
      { message: `Evidence image is missing (1 of 2 records). ${onlyAddress} (1 of 2 records)` },
    ])
  })

  test('what an Admin sends anyway states neither a time nor that its evidence is actionable', async () => {
    const id = await one(domain, '33', { image })
    const sent = await send(id, { overrideReason: 'The court order of 3 March is enough' }, 'admin')
    expect(sent.json().data[0].override.missing).toEqual(['evidence'])
    const { text } = await delivered(sent.json().data[0].id)
    expect(text).toContain('The address, what it does and whom it imitates are stated above and can be checked.')
    for (const untrue of ['actionable', 'when it was seen', 'Last seen', 'See the attachment'])
      expect(text).not.toContain(untrue)
    expect(text).toContain(`Picture: ${image}`)
  })

  test('other harm is still sent with it: the email names the address and attaches no picture', async () => {
    const id = await one(domain, '33', { image, reasonCode: '234' })
    const sent = await send(id)
    expect(sent.statusCode, sent.body).toBe(200)
    const { text, email } = await delivered(sent.json().data[0].id)
    expect(text).toContain(`Picture: ${image}`)
    expect(text).not.toMatch(/Last seen|See the attachment/)
    expect(email.attachments.map(({ filename }) => filename)).toEqual([
      'Power of attorney.pdf',
      'Trademark certificate.pdf',
      'xarf.json',
    ])
  })
})

test('without a report, which must name the genuine site, the email states none', async () => {
  const { db } = at.database
  const entries = await rows<{ list_id: string; company_id: string }>(
    db,
    sql`delete from white_list_entries where normalised = 'own-site.example' returning list_id, company_id`,
  )
  const id = await one(domain, '33', { reasonCode: '234' })
  const shown = await preview(id)
  const sent = await send(id, { overrideReason: 'The client has no site of its own' }, 'admin')
  for (const { list_id: list, company_id: company } of entries)
    await rows(
      db,
      sql`insert into white_list_entries (list_id, company_id, position, normalised) values (${list}, ${company}, 0, 'own-site.example')`,
    )
  expect(sent.json().data[0].override.missing).toEqual(['ownSite'])
  const { text, contentOf } = await delivered(sent.json().data[0].id)
  expect(contentOf('xarf.json')).toEqual([])
  for (const one of [text, shown.text]) expect(one).not.toMatch(/Machine-readable|XARF/)
})

test('a stored picture of 5 to 10 MB is shown, attached and reported as a smaller copy; the original’s hash is stated', async () => {
  const raw = { width: 1600, height: 1400, channels: 3 } as const
  const original = await sharp(randomBytes(raw.width * raw.height * 3), { raw })
    .png({ compressionLevel: 0 })
    .toBuffer()
  expect(original.length).toBeGreaterThan(5 * 1024 * 1024)
  const { bucket, key } = await storePicture(at.testApp.app, original)
  const id = await one(domain, '33', { image: 'shot.png', imageBucket: bucket, imageKey: key })
  const shown = await preview(id)
  const link = shown.attachments.find(({ fileName }: { fileName: string }) => fileName === 'picture.jpg')
  expect((await at.testApp.server.inject({ url: link.url })).headers['content-type']).toBe('image/jpeg')
  const sent = await send(id)
  expect(sent.statusCode, sent.body).toBe(200)
  const { email, text, contentOf } = await delivered(sent.json().data[0].id)
  const [picture] = contentOf('picture.jpg')
  expect(picture!.length).toBeLessThan(2 * 1024 * 1024 + 1)
  expect((await sharp(picture).metadata()).format).toBe('jpeg')
  expect(email.html).toMatch(/<img src="cid:picture\./)
  const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
  const fact = `Picture: picture.jpg, SHA-256 ${hash(picture!)}, reduced from the stored picture with SHA-256 ${hash(original)}`
  expect(text).toContain(fact)
  expect(shown.text).toContain(fact)
  expect(text).toMatch(/Last seen: .+ when its picture was stored/)
  const report = JSON.parse(contentOf('xarf.json')[0]!.toString())
  expect(await reportProblem(report)).toBeUndefined()
  expect(Buffer.from(report.evidence[0].payload, 'base64')).toEqual(picture)
  // Made once, and found by no name that a cell may have.
  const copies = await rows(
    at.database.db,
    sql`select purpose, original_name like '%.png.mail.jpg' as named from files where key like ${`${key}.%`}`,
  )
  expect(copies).toEqual([{ purpose: 'mail-copy', named: true }])
})

test('a large picture that cannot be read is stated by its hash, and nothing says that it is attached', async () => {
  const { bucket, key } = await storePicture(at.testApp.app, Buffer.alloc(6_000_000, '89504e470d0a1a0a00', 'hex'))
  const id = await one(domain, '33', { image: 'shot.png', imageBucket: bucket, imageKey: key })
  const { text, attachments } = await preview(id)
  expect(text).toMatch(/Picture: SHA-256 [\da-f]{64}, 6\.0 MB, sent on request/)
  expect(text).not.toContain('See the attachment')
  expect(attachments.map(({ fileName }: { fileName: string }) => fileName)).not.toContain('picture.png')
})
