import { createHash } from 'node:crypto'
import PostalMime from 'postal-mime'
import { beforeAll, describe, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { rows, sql } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { domain } from '#platforms/domain.ts'
import { addMark, addNoticeRequirements, whiteListHost } from './testing.ts'
import { reportProblem } from './xarf-schema.ts'

const { at, post, one, own } = setUpActionTests()
const facts = {
  registrar: 'Namekeep Registrar',
  ipAddress: '203.0.113.7',
  hosting: 'Zonehost',
  actionTaken: 'Abuse E-mail Sent',
  date: '2026-03-04',
  infrigementStatus: '55',
  abusiveEmailId: 'abuse@desk.test',
}
const childBrand = () => ({ companyId: at.world.companies.child, brandId: at.world.brands.child })
const send = (id: string, more: object = {}, who = 'analyst') =>
  post(`domain/${id}/sendEnforcementMail`, { ...facts, ...more }, who)
const check = (recordIds: string[], who = 'analyst') =>
  post('enforcement/notice-check', { platform: 'domain', recordIds }, who)
const lacking = async (recordIds: string[]) =>
  (await check(recordIds)).json().data.map((one: { lack: string; records: number }) => [one.lack, one.records])
const mails = async () => (await rows(at.database.db, sql`select id from mails`)).length
const configure = (companyId: string, brandId: string) =>
  post(
    'enforcement-mail-configuration',
    {
      company: companyId,
      brand: brandId,
      platform: 'domain',
      status: true,
      attachments: [],
      mailBody: ['About {{url}}'],
    },
    'admin',
  )

beforeAll(async () => {
  const { companies, brands } = at.world
  await configure(companies.parent, brands.own)
  await configure(companies.child, brands.child)
  await addNoticeRequirements(at.testApp.app, { companyId: companies.parent, brandId: brands.own })
})

describe('what a notice lacks', () => {
  test('missing documents, right, image and own site are reported by the check and on sending; nothing is written', async () => {
    const id = await one(domain, '33', { ...childBrand(), image: 'not loaded.png', reasonCode: '234' })
    expect(await lacking([id])).toEqual([
      ['authority', 1],
      ['right', 1],
      ['evidence', 1],
      ['ownSite', 1],
      ['signer', 1],
    ])
    const before = await mails()
    const refused = await send(id)
    expect(refused.statusCode).toBe(422)
    expect(Object.assign({}, ...refused.json().errors)).toEqual({
      authority: 'Authority document is missing: attach a power of attorney to the enforcement configuration',
      right:
        'Trademark or other right is missing: add a trademark of the brand with its registration number, or attach its certificate to the configuration',
      evidence: 'Evidence image is missing',
      ownSite: "The brand's own website is not known: add it to the company's white list",
      signer: 'The signer of notices is not known: add name, email and phone to the company',
    })
    expect(await mails()).toBe(before)
    expect(await rows(at.database.db, sql`select 1 from enforcements where finding_id = ${id}`)).toEqual([])
  })

  test('where a brand has no enabled configuration, the check says that first and who adds it', async () => {
    const id = await one(domain, '33', { ...childBrand(), reasonCode: '234' })
    const enable = (enabled: boolean) =>
      rows(
        at.database.db,
        sql`update enforcement_configurations set enabled = ${enabled} where brand_id = ${at.world.brands.child}`,
      )
    await enable(false)
    const { data } = (await check([id])).json()
    await enable(true)
    expect(data[0]).toMatchObject({
      lack: 'authority',
      message:
        'There is no enabled enforcement configuration for this brand and platform: an Admin adds it, with a power of attorney',
    })
  })

  test('a mark of the brand counts as a right only while it is in force', async () => {
    const id = await one(domain, '33', { ...childBrand(), reasonCode: '234' })
    const hasRight = async () => !(await lacking([id])).some(([lack]: [string]) => lack === 'right')
    const mark = (status: string, expires: string) =>
      addMark(at.testApp.app, { ...childBrand(), name: 'JUNIOR', status, expires })
    await mark('Invalid', '2099-01-01')
    await mark('Verified', '2021-01-01')
    expect(await hasRight()).toBe(false)
    await mark('Verified', '2099-01-01')
    expect(await hasRight()).toBe(true)
  })

  test('a mark that expires between the draft and sending is no right any more: the notice is refused', async () => {
    const [companyId, brandId] = [at.world.companies.parent, at.world.brands.own]
    const id = await one(domain, '33', { reasonCode: '234' })
    const certificates = (change: string) =>
      rows(
        at.database.db,
        sql`update enforcement_configurations set attachments = replace(attachments::text, ${change}::text,
            ${change === 'registration' ? 'other' : 'registration'}::text)::jsonb where brand_id = ${brandId}`,
      )
    await certificates('registration')
    const markId = await addMark(at.testApp.app, { companyId, brandId, name: 'ACMEONE' })
    const draft = await post(
      'enforcement/notice-preview',
      { platform: 'domain', id, abusiveEmailId: 'abuse@desk.test' },
      'analyst',
    )
    expect(draft.json().text).toContain('ACMEONE')
    await rows(
      at.database.db,
      sql`update trademarks set expiry_date = (now() at time zone 'UTC')::date - 2 where id = ${markId}`,
    )
    const before = await mails()
    const refused = await send(id)
    expect([refused.statusCode, Object.keys(Object.assign({}, ...refused.json().errors))]).toEqual([422, ['right']])
    expect(await mails()).toBe(before)
    await rows(at.database.db, sql`delete from trademarks where id = ${markId}`)
    await certificates('other')
  })

  test('a target on a white list of the company is rejected, by page and by host; other lists do not count', async () => {
    const { companies } = at.world
    const id = await one(domain, '33', { domain: 'partner-shop.example', url: 'https://www.partner-shop.example/a' })
    await whiteListHost(at.testApp.app, { companyId: companies.foreign, host: 'partner-shop.example' })
    expect(await lacking([id])).toEqual([])
    await whiteListHost(at.testApp.app, { companyId: companies.parent, host: 'partner-shop.example' })
    expect(await lacking([id])).toEqual([['whitelisted', 1]])
    expect((await send(id)).json().message).toBe('The target is on the white list')
  })

  test('several records are summed up; an unknown one is 404; a client, or a platform without email, is rejected', async () => {
    const ids = await own(domain, ['33', '33', '33'])
    const bare = await one(domain, '33', { image: null })
    expect((await check([...ids, bare])).json()).toEqual({
      data: [{ lack: 'evidence', records: 1, message: 'Evidence image is missing (1 of 4 records)', isFinal: false }],
      total: 4,
      mayOverride: false,
    })
    expect((await check([...ids, newId()])).statusCode).toBe(404)
    expect((await check(ids, 'client')).statusCode).toBe(403)
    for (const platform of ['app-store', 'x', ''])
      expect((await post('enforcement/notice-check', { platform, recordIds: ids }, 'analyst')).statusCode).toBe(422)
  })
})

describe('override', () => {
  test('only an Admin, only with a reason, and the record shows it', async () => {
    const id = await one(domain, '33', { ...childBrand(), image: null, reasonCode: '12201' })
    const overrideReason = 'The court order of 3 March is enough'
    const analyst = await send(id, { overrideReason })
    expect([analyst.statusCode, Object.assign({}, ...analyst.json().errors).overrideReason]).toEqual([
      422,
      'Only an Admin may send an incomplete notice',
    ])
    expect((await send(id, { overrideReason: ' ' }, 'admin')).statusCode).toBe(422)
    expect((await send(id, { overrideReason: 'because' }, 'admin')).statusCode).toBe(422)
    const sent = await send(id, { overrideReason }, 'admin')
    expect(sent.statusCode, sent.body).toBe(200)
    expect(sent.json().data[0].override).toEqual({
      reason: overrideReason,
      missing: ['authority', 'evidence', 'ownSite', 'signer'],
    })
    const [savedOverride] = await rows(
      at.database.db,
      sql`select user_id, reason from notice_overrides where enforcement_id = ${sent.json().data[0].id}`,
    )
    expect(savedOverride).toEqual({ user_id: at.world.people.admin, reason: overrideReason })
  })

  test('a complete notice stores no override, even when a reason was sent', async () => {
    const id = await one(domain, '33')
    const sent = await send(id, { overrideReason: 'This reason is not needed' }, 'admin')
    expect(sent.json().data[0].override).toBeNull()
  })
})

/** Sends a notice about a finding with this picture; returns the response and a function that delivers the email. */
async function emailWithPicture(picture: Buffer) {
  const { files, db } = at.testApp.app
  const key = `tests/${newId()}.png`
  await files.put(key, picture, 'image/png')
  await rows(
    db,
    sql`insert into files (id, bucket, key, purpose, original_name, media_type, bytes, sha256)
      values (${newId()}, ${files.bucket}, ${key}, 'images', 'evidence.png', 'image/png', ${picture.length},
        sha256(${picture}))`,
  )
  const shown = { reasonCode: '12201', imageBucket: files.bucket, imageKey: key }
  const id = await one(domain, '33', { domain: `fake-acme-${picture.length}.example`, url: null, ...shown })
  const sent = (await send(id)).json()
  return {
    sent,
    key,
    delivered: async () => {
      await at.testApp.runJobs()
      const emails = await Promise.all(at.testApp.emails().map((email) => PostalMime.parse(email)))
      const email = emails.find(({ messageId }) => messageId?.includes(sent.data[0].id))!
      const xarf = email.attachments.find(({ filename }) => filename === 'xarf.json')!
      const report = Buffer.from(xarf.content as ArrayBuffer).toString('utf8')
      return { email, report: JSON.parse(report) }
    },
  }
}

test('a picture of 10 MB is reported by its hash, and the notice is sent although the picture is no longer readable', async () => {
  const picture = Buffer.alloc(10 * 1024 * 1024, '89504e470d0a1a0a00', 'hex')
  const { key, delivered } = await emailWithPicture(picture)
  await at.testApp.app.files.remove(key)
  const { report } = await delivered()
  expect(report.evidence).toHaveLength(1)
  const hash = createHash('sha256').update(picture).digest('hex')
  expect(Buffer.from(report.evidence[0].payload, 'base64').toString()).toBe(
    `sha256:${hash}, 10485760 bytes, sent on request`,
  )
})

test('the delivered email carries the report under the record’s id, with the picture in it', async () => {
  const picture = Buffer.from('89504e470d0a1a0a00', 'hex')
  const { sent, delivered } = await emailWithPicture(picture)
  const { email, report } = await delivered()
  const attached = email.attachments.filter(({ disposition }) => disposition === 'attachment')
  expect(attached.map(({ filename }) => filename)).toEqual([
    'Power of attorney.pdf',
    'Trademark certificate.pdf',
    'picture.png',
    'xarf.json',
  ])
  expect(await reportProblem(report)).toBeUndefined()
  expect(report).toMatchObject({
    report_id: sent.data[0].id,
    category: 'content',
    type: 'phishing',
    source_identifier: '203.0.113.7',
    url: 'http://fake-acme-9.example/',
    reporter: { org: 'Acme Limited' },
    sender: { org: 'Brandkeep', contact: 'support@brandkeep.test', domain: 'brandkeep.test' },
  })
  expect(Buffer.from(report.evidence[0].payload, 'base64')).toEqual(picture)
  const inline = email.attachments.find(({ disposition }) => disposition === 'inline')!
  expect(Buffer.from(inline.content as ArrayBuffer)).toEqual(picture)
  expect(email.html).toContain(`cid:${inline.contentId!.replace(/[<>]/g, '')}`)
  expect(report, 'a stored picture is no visit').not.toHaveProperty('verified_at')
})

test('the page as domain search stored it is attached, with its digest in the text; a large one is not', async () => {
  const { files, db } = at.testApp.app
  const pageOf = async (host: string, bytes: number) => {
    const id = await one(domain, '33', { domain: host, url: null, reasonCode: '12201' })
    const page = Buffer.from('a WACZ file')
    const key = `tests/${newId()}.wacz`
    await files.put(key, page, 'application/wacz')
    await rows(
      db,
      sql`insert into files (id, bucket, key, purpose, original_name, media_type, bytes, sha256)
        values (${newId()}, ${files.bucket}, ${key}, 'evidence', 'page.wacz', 'application/wacz', ${bytes}, sha256(${page}))`,
    )
    await rows(
      db,
      sql`insert into searched_domains (id, company_id, brand_id, domain, keyword, family, score, source, archive_key,
          action, finding_id, seen_at)
        select ${newId()}, company_id, brand_id, ${host}, 'acme', 'affix', 0.8, 'made', ${key}, 'high', id, now()
        from findings where id = ${id}`,
    )
    const [record] = (await send(id)).json().data as { id: string }[]
    await at.testApp.runJobs()
    const emails = await Promise.all(at.testApp.emails().map((email) => PostalMime.parse(email)))
    const { attachments, text } = emails.find(({ messageId }) => messageId?.includes(record!.id))!
    const attached = attachments.find(({ filename }) => filename === 'page.wacz')
    return { attached: attached && Buffer.from(attached.content as ArrayBuffer).toString(), text }
  }
  const { attached, text } = await pageOf('acme-page.example', 11)
  expect(attached).toBe('a WACZ file')
  expect(text).toContain(`SHA-256 ${createHash('sha256').update('a WACZ file').digest('hex')}`)
  expect((await pageOf('acme-large-page.example', 5 * 1024 * 1024 + 1)).attached).toBeUndefined()
})
