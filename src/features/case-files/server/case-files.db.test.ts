import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { addFindings } from '#features/findings/server/testing.ts'
import { addNoticeRequirements } from '#features/notices/server/testing.ts'
import { maildirBox } from '#features/replies/server/maildir-box.ts'
import { takeAnswersFrom } from '#features/replies/server/take-answers.ts'
import { rows, sql } from '#kit/server/db.ts'
import { linesOfPdf } from '#kit/server/testing-pdf.ts'
import { newId } from '#kit/server/id.ts'
import { deliver } from '#kit/server/mail-out.ts'
import { returnAddress } from '#kit/server/return-address.ts'
import { smtpMail } from '#kit/server/smtp-mail.ts'
import { quietDuration } from '#kit/server/testing-duration.ts'
import { type TestSmtp, testSmtp } from '#kit/server/testing-smtp.ts'
import { domain } from '#platforms/domain.ts'
import { website } from '#platforms/website.ts'
import { caseFileHelpers, sha256, verifyBytes } from './testing.ts'

const { at, post, one, change } = setUpActionTests()
const { get, made, fileOf, zipOf, storedPicture } = caseFileHelpers(at)
let smtp: TestSmtp
let maildir: string
let png: Buffer

beforeAll(async () => {
  smtp = await testSmtp()
  maildir = mkdtempSync(join(tmpdir(), 'maildir-'))
  mkdirSync(join(maildir, 'new'))
  png = await sharp({ create: { width: 300, height: 200, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const { companies, brands } = at.world
  const of = { company: companies.parent, brand: brands.own, platform: 'domain', status: true, attachments: [] }
  await post('enforcement-mail-configuration', { ...of, mailBody: ['About {{url}} of Ελλάδα'] }, 'admin')
  await addNoticeRequirements(at.testApp.app, { companyId: companies.parent, brandId: brands.own })
})
afterAll(async () => {
  await smtp.close()
  rmSync(maildir, { recursive: true, force: true })
})

const json = (zip: Record<string, Uint8Array>, name: string) => JSON.parse(strFromU8(zip[name]!))

async function notice(finding: string, to = 'takes@desk.test') {
  const sent = await post(
    `domain/${finding}/sendEnforcementMail`,
    {
      registrar: 'Keeper',
      ipAddress: '203.0.113.7',
      hosting: 'Host',
      date: '2026-03-04',
      infrigementStatus: '11',
      actionTaken: 'Abuse E-mail Sent',
      abusiveEmailId: to,
    },
    'analyst',
  )
  expect(sent.statusCode, sent.body).toBe(200)
  const id = sent.json().data[0].id as string
  const { files, settings } = at.testApp.app
  const returnTo = (mailId: string) => returnAddress('notices@brandkeep.test', settings.signingSecret, mailId)
  const deliveryOptions = {
    pool: at.database.pool,
    files,
    driver: smtpMail(smtp.url),
    from: 'B <b@brandkeep.test>',
    perMinute: 6000,
  }
  await deliver({ ...deliveryOptions, replyAddressOf: returnTo }, id)
  return { id, answersTo: returnTo(id) }
}

let n = 0
async function receiveMail(lines: string[]): Promise<string> {
  const mail = lines.join('\r\n')
  writeFileSync(join(maildir, 'new', `${1_700_000_000 + ++n}.${n}.host`), mail)
  await takeAnswersFrom(at.testApp.app, maildirBox(maildir))
  return mail
}

/** Adds a visit as the visiting job records it. */
async function visited(finding: string, outcome: string, streak: number) {
  const companyId = at.world.companies.parent
  await rows(
    at.database.db,
    sql`insert into finding_watches (company_id, finding_id, host, next_at)
      values (${companyId}, ${finding}, 'fake-acme.example', now() + interval '1 day') on conflict do nothing`,
  )
  await rows(
    at.database.db,
    sql`insert into finding_visits (id, company_id, finding_id, address, outcome, side, streak, reason, milliseconds)
      values (${newId()}, ${companyId}, ${finding}, 'http://fake-acme.example/', ${outcome},
        ${outcome === 'up' ? 'up' : 'down'}, ${streak}, 'HTTP 404', 20)`,
  )
}

describe('one finding', () => {
  test('contains everything in order of time: picture with hash, email as sent, replies, status, comment', async () => {
    const finding = await one(domain, '33', { domain: 'fake-acme.example', url: null, ...(await storedPicture(png)) })
    expect((await post(`domain/${finding}/update-comment`, { clientComment: 'Please act' })).statusCode).toBe(200)
    const approval = { status: '22', statusfrom: '33', url: 'fake-acme.example', module: 'domain' }
    expect((await change(finding, approval)).statusCode).toBe(200)
    const { id: recordId, answersTo } = await notice(finding)
    await receiveMail([
      'From: MAILER-DAEMON@desk.test',
      `To: ${answersTo}`,
      'Subject: Undelivered Mail',
      '',
      '550 5.1.1 no such mailbox',
    ])
    const reply = await receiveMail([
      'From: desk@desk.test',
      `To: ${answersTo}`,
      'Subject: Re: Infringement notice',
      '',
      'It is gone. 漢字',
    ])

    for (const [outcome, streak] of [
      ['up', 1],
      ['gone', 1],
      ['gone', 2],
      ['gone', 3],
    ] as const)
      await visited(finding, outcome, streak)

    const { result: id, ms } = await quietDuration(at.database.pool, () => made([finding]))
    const file = await fileOf(id)
    expect(file).toMatchObject({
      state: 'ready',
      title: 'fake-acme.example',
      findings: 1,
      done: 1,
      warnings: [],
      problem: null,
    })
    const bytes = await zipOf(id)
    expect(await verifyBytes(bytes, { head: file.head })).toMatchObject({
      problems: [],
      manifest: { id, madeBy: 'First Last (Analyst)', findings: [{ id: finding, company: 'Acme', brand: 'Acme One' }] },
    })
    const zip = unzipSync(bytes)
    expect(Object.keys(zip)).toEqual([
      'README.txt',
      'findings/001/picture.png',
      'findings/001/finding.json',
      'findings/001/enforcement/01.eml',
      'attachments/001.pdf',
      'attachments/002.pdf',
      'attachments/003.png',
      'findings/001/enforcement/01-4.json',
      'findings/001/enforcement/01-answer-1.eml',
      'findings/001/enforcement/01-answer-2.eml',
      'findings/001/enforcement/01.json',
      'findings/001/visits.json',
      'findings/001/history.json',
      'evidence-lists.json',
      'file.pdf',
      'manifest.json',
      'proof.json',
    ])
    expect(Buffer.from(zip['findings/001/picture.png']!).equals(png)).toBe(true)
    // What was stored, not what was composed for this file.
    const files = (json(zip, 'evidence-lists.json') as { files: { file: string }[] }[]).flatMap((one) => one.files)
    const stored = Object.keys(zip).filter((name) => /[.](png|eml)$/.test(name))
    expect(files.map(({ file }) => file).toSorted()).toEqual(stored.toSorted())
    expect(json(zip, 'findings/001/finding.json')).toMatchObject({
      address: 'fake-acme.example',
      picture: { sha256: sha256(png), verdict: 'same', name: 'shot of it.png' },
      fields: expect.arrayContaining([
        expect.objectContaining({ name: 'domain', label: 'Domain', value: 'fake-acme.example' }),
      ]),
    })
    // Byte for byte what the mail server accepted.
    const taken = smtp.received.find(({ messageId }) => messageId === recordId)!
    expect(strFromU8(zip['findings/001/enforcement/01.eml']!)).toBe(taken.text)
    expect(json(zip, 'findings/001/enforcement/01-4.json')).toMatchObject({ report_id: recordId })
    const record = json(zip, 'findings/001/enforcement/01.json')
    expect(record).toMatchObject({
      mail: { answer: expect.stringContaining('250'), tries: 1, isDoubtful: false, recipient: 'takes@desk.test' },
      email: { verdict: 'same', sha256: sha256(zip['findings/001/enforcement/01.eml']!) },
      answers: [{ kind: 'bounce' }, { kind: 'reply', body: 'It is gone. 漢字' }],
    })
    // The received emails, byte for byte, with all headers.
    expect(strFromU8(zip['findings/001/enforcement/01-answer-2.eml']!)).toBe(reply)
    expect(record.answersAsTheyCame).toMatchObject([{ verdict: 'same' }, { verdict: 'same' }])
    expect(json(zip, 'findings/001/visits.json')).toHaveLength(4)
    const history = json(zip, 'findings/001/history.json') as {
      kind: string
      what: string
      at: string
      local: string
    }[]
    expect(history.map(({ at: moment }) => moment)).toEqual(history.map(({ at: moment }) => moment).toSorted())
    expect(history.map(({ kind, what }) => `${kind}: ${what}`)).toEqual([
      'recorded: Recorded as a finding',
      'comment: Comment',
      'status: Status from Awaiting Approval to Approved',
      'status: Status from Approved to In Progress',
      'enforcement: Abuse E-mail Sent, dated 04/03/2026, status In Progress',
      'notice: Notice to takes@desk.test handed to its mail server',
      'notice: Notice to takes@desk.test accepted by its mail server',
      'answer: Bounced: Undelivered Mail',
      'answer: Reply: Re: Infringement notice',
      'visit: Visited http://fake-acme.example/: up',
      'visit: Visited http://fake-acme.example/: gone',
      'visit: Visited http://fake-acme.example/: gone',
    ])
    for (const { local } of history) expect(local).toMatch(/^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d [ap]m$/)
    // No username, and no email address of a user.
    expect(strFromU8(zip['findings/001/history.json']!)).not.toContain('analyst')
    expect(Buffer.from(zip['file.pdf']!).subarray(0, 5).toString()).toBe('%PDF-')
    const pages = linesOfPdf(Buffer.from(zip['file.pdf']!))
    expect(pages[0]).toEqual(expect.arrayContaining([`Number ${id}`, 'Companies Acme', 'Brands Acme One']))
    expect(pages[0]).toContain('Times All times are those of Asia/Kolkata (GMT+5:30).')
    expect(pages[1]).toEqual(['Contents', '1 fake-acme.example Acme One, Acme 3', `Case file ${id} Page 2`])
    expect(pages.map((page) => page.at(-1))).toEqual(pages.map((_, page) => `Case file ${id} Page ${page + 1}`))
    const read = pages.flat()
    const order = [`Finding ID ${finding}`, 'Client Comment Please act', `SHA-256 ${sha256(png)}`, 'History']
    order.push('Sent to takes@desk.test', 'Subject: Infringement notice: fake-acme.example: Phishing against Acme One')
    order.push('Authority to act: Power of attorney.pdf (attached).')
    order.push('It is gone. 漢字')
    expect(order.filter((line) => !read.includes(line))).toEqual([])
    expect(order.map((line) => read.indexOf(line))).toEqual(
      order.map((line) => read.indexOf(line)).toSorted((a, b) => a - b),
    )
    expect(
      read.filter((line) => /undefined|\bnull\b|\[object|infrigement|clientComment|abusiveEmail|_id\b/.test(line)),
    ).toEqual([])
    const pdf = await get(`case-files/${id}/download?part=pdf`)
    expect(pdf.rawPayload.equals(Buffer.from(zip['file.pdf']!))).toBe(true)
    expect(pdf.headers['content-disposition']).toMatch(/^attachment; filename="case-file-.*\.pdf"$/)
    expect(ms).toBeLessThan(10_000)
    // G106: who requested it, and who took it out.
    const line = sql`type || total_affected || right(subject, 4) as line`
    const logged = sql`select ${line} from data_log where model = 'CaseFile' order by at, type`
    const lines = (await rows<{ line: string }>(at.database.db, logged)).map((one) => one.line)
    expect(lines).toEqual([expect.stringMatching(/^add1/), 'export1.zip', 'export1.pdf'])
  })

  test('a picture that was changed or is missing is reported in the list, the archive and the cover', async () => {
    const altered = await storedPicture(png, '0'.repeat(64))
    const gone = await storedPicture(png)
    await at.testApp.app.files.remove(gone.imageKey)
    const { companies, brands } = at.world
    const ownBrand = { companyId: companies.parent, brandId: brands.own, status: '33' }
    const ids = await addFindings(at.database.db, website, [
      { ...ownBrand, ...altered },
      { ...ownBrand, ...gone },
      { ...ownBrand, image: 'https://elsewhere.example/x.png' },
    ])
    const id = await made(ids, 'website')
    expect((await fileOf(id)).warnings).toEqual([
      expect.stringMatching(/^Finding 1, findings\/001\/picture\.png: Changed since the upload/),
      expect.stringMatching(/^Finding 2, shot of it\.png: The stored object is missing/),
      expect.stringMatching(/^Finding 3, https:\/\/elsewhere\.example\/x\.png: It lies outside this console/),
    ])
    const zip = unzipSync(await zipOf(id))
    expect(json(zip, 'findings/002/finding.json').picture).toMatchObject({ file: null, verdict: 'missing' })
    expect(json(zip, 'findings/003/finding.json').picture).toMatchObject({ verdict: 'outside' })
  })

  test('the page as a browser saw it is in the file, as archive and picture, each with its hash', async () => {
    const finding = await one(domain, '33', { domain: 'seen.example', ...(await storedPicture(png)) })
    const wacz = Buffer.from('a WACZ file')
    const archive = await storedPicture(wacz, sha256(wacz), 'wacz')
    const other = await storedPicture(png)
    const altered = await storedPicture(wacz, '0'.repeat(64), 'wacz')
    const { companies, brands } = at.world
    const visit = JSON.stringify({ finalAddress: 'https://seen.example/', title: 'Sign in', status: 200 })
    for (const [n, archiveKey] of [archive.imageKey, altered.imageKey].entries())
      await rows(
        at.database.db,
        sql`insert into searched_domains (id, company_id, brand_id, domain, keyword, family, score, source, visit, seen_at,
            image_key, archive_key, action, finding_id)
          values (${newId()}, ${companies.parent}, ${brands.own}, ${`seen${n}.example`}, 'seen', 'other', 1, 'made', ${visit}::jsonb,
            now() + make_interval(secs => ${n}), ${other.imageKey}, ${archiveKey}, 'high', ${finding})`,
      )
    const id = await made([finding])
    const zip = unzipSync(await zipOf(id))
    expect(strFromU8(zip['findings/001/page/01.png']!)).toBe(strFromU8(png))
    expect(Object.keys(zip).filter((name) => name.includes('/page/'))).toHaveLength(4)
    const { pages } = json(zip, 'findings/001/finding.json')
    expect(pages).toMatchObject([
      {
        address: 'https://seen.example/',
        title: 'Sign in',
        archive: { sha256: sha256(wacz), verdict: 'same' },
        picture: { verdict: 'same' },
      },
      { archive: { verdict: 'differs' } },
    ])
    expect((await fileOf(id)).warnings).toEqual([expect.stringMatching(/^Finding 1, findings\/001\/page\/02\./)])
  })
})
