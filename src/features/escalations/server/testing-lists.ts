import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import type { LightMyRequestResponse } from 'fastify'
import { addFindings } from '#features/findings/server/testing.ts'
import { maildirBox } from '#features/replies/server/maildir-box.ts'
import { takeAnswersFrom } from '#features/replies/server/take-answers.ts'
import { rows, sql } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { deliver } from '#kit/server/mail-out.ts'
import { smtpMail } from '#kit/server/smtp-mail.ts'
import { returnAddress } from '#kit/server/return-address.ts'
import type { AppContext } from '#kit/server/serve.ts'
import type { TestDatabase } from '#kit/server/testing.ts'
import { type TestSmtp, testSmtp } from '#kit/server/testing-smtp.ts'
import { domain } from '#platforms/domain.ts'
import { configureNotices } from '#features/enforcement/server/testing.ts'
import { withholdNotice } from '#features/enforcement/server/withhold-notice.ts'
import { step, takeAfter } from './testing.ts'

/** The parts of the shared test set-up that this helper uses. */
type ActionTests = {
  at: {
    database: TestDatabase
    testApp: { app: AppContext }
    world: { companies: { parent: string }; brands: { own: string } }
  }
  post: (path: string, payload: object, who?: string) => Promise<LightMyRequestResponse>
  get: (path: string, who?: string) => Promise<LightMyRequestResponse>
}

/** For tests: a finding whose notice went out as part of a list. */
export type Sent = { finding: string; record: string; address: string }

/** For tests: sends lists through an SMTP server and reads their answers from a maildir. */
export function setUpListTests({ at, post, get }: ActionTests) {
  let smtp: TestSmtp
  let maildir: string
  const db = () => at.database.db
  const base = 'answers@brandkeep.test'
  const desk = 'list@desk.test'
  const returnTo = (id: string) => returnAddress(base, at.testApp.app.settings.signingSecret, id)

  beforeAll(async () => {
    smtp = await testSmtp()
    maildir = mkdtempSync(join(tmpdir(), 'maildir-'))
    mkdirSync(join(maildir, 'new'))
    await configureNotices({ at, post }, ['To {{registrar}} about {{url}}.'])
    Object.assign(at.testApp.app.settings, { recallSeconds: 0 })
    const [saved] = await rows<{ id: string }>(
      db(),
      sql`select id from enforcement_configurations where platform = 'domain'`,
    )
    const steps = [step('reminder', 3), step('reminder', 5)]
    await post(`escalations/${saved!.id}`, { enabled: true, stopsOnReply: true, steps }, 'admin')
  })
  afterAll(async () => {
    await smtp.close()
    rmSync(maildir, { recursive: true, force: true })
  })

  /** Findings of one brand whose notices are sent as lists. */
  async function sendList(
    n: number,
    perEmail: number | undefined,
    more: (n: number) => object = () => ({}),
  ): Promise<Sent[]> {
    const { companies, brands } = at.world
    const made = Array.from({ length: n }, (_, at_) => ({
      companyId: companies.parent,
      brandId: brands.own,
      status: '22',
      domain: `fake-${newId()}.example`,
      url: null,
      ...more(at_),
    }))
    const ids = await addFindings(db(), domain, made)
    const group = {
      recordIds: ids,
      abusiveEmailId: desk,
      registrar: 'Keeper',
      ipAddress: '203.0.113.7',
      hosting: 'Host',
    }
    const sent = await post(
      'enforcement/send-groups',
      { platform: 'domain', date: '2026-03-04', groups: [{ ...group, ...(perEmail ? { perEmail } : {}) }] },
      'analyst',
    )
    expect(sent.statusCode, sent.body).toBe(200)
    const records = await rows<Sent>(
      db(),
      sql`select e.finding_id as finding, e.id as record, d.domain as address from enforcements e
        join findings_domain d on d.finding_id = e.finding_id where e.batch_id = ${sent.json().batch} order by e.id`,
    )
    return records
  }

  const deps = () => ({
    pool: at.database.pool,
    files: at.testApp.app.files,
    driver: smtpMail(smtp.url),
    from: 'B <b@brandkeep.test>',
    perMinute: 60_000,
    replyAddressOf: returnTo,
    withhold: (id: string) => withholdNotice(at.testApp.app, id),
  })
  const carriers = (list: readonly Sent[]) =>
    rows<{ id: string; carried: number }>(
      db(),
      sql`select m.id, (select count(*)::int from mails c where c.sent_with = m.id) as carried
        from mails m where m.id = any(${list.map((one) => one.record)}::uuid[]) and m.sent_with is null order by m.id`,
    )
  async function deliverList(list: readonly Sent[]): Promise<string[]> {
    const emails = await carriers(list)
    await rows(db(), sql`update mails set not_before = now() where id = any(${emails.map(({ id }) => id)}::uuid[])`)
    for (const { id } of emails) await deliver(deps(), id)
    return emails.map(({ id }) => id)
  }
  const received = (id: string) => smtp.received.filter(({ messageId }) => messageId === id)
  const recordsOf = async (finding: string) => (await get(`domain/${finding}/enforcement`, 'analyst')).json().data
  const answersOf = async (finding: string) =>
    (await recordsOf(finding)).flatMap((one: { answers: object[] }) => one.answers)
  const clockOf = async (finding: string) => (await get(`enforcement/visits/${finding}`, 'analyst')).json().clock
  const runOf = async (finding: string) => (await get(`next-steps/${finding}`, 'analyst')).json().data
  const consume = () => takeAfter(at.testApp.app, 0)

  let n = 0
  async function answer(email: string, body: string, more: readonly string[] = ['Subject: Re: your report']) {
    const head = ['From: Desk <person@desk.test>', `To: ${returnTo(email)}`, ...more]
    writeFileSync(join(maildir, 'new', `${1_700_000_000 + ++n}.${n}.host`), [...head, '', body].join('\r\n'))
    await takeAnswersFrom(at.testApp.app, maildirBox(maildir))
  }
  return {
    db,
    desk,
    deps,
    sendList,
    carriers,
    deliverList,
    received,
    recordsOf,
    answersOf,
    clockOf,
    runOf,
    consume,
    answer,
  }
}
