import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll } from 'vitest'
import { addNoticeRequirements } from '#features/notices/server/testing.ts'
import { rows, sql } from '#kit/server/db.ts'
import { deliver } from '#kit/server/mail-out.ts'
import { returnAddress } from '#kit/server/return-address.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { smtpMail } from '#kit/server/smtp-mail.ts'
import type { TestDatabase } from '#kit/server/testing.ts'
import { type TestSmtp, testSmtp } from '#kit/server/testing-smtp.ts'
import { domain } from '#platforms/domain.ts'
import { maildirBox } from './maildir-box.ts'
import { takeAnswersFrom } from './take-answers.ts'

/** The mailbox of replies, without what makes an address that of one notice. */
export const replyBase = 'notices@brandkeep.test'

/** For tests: a delivery report about a notice. */
export const bounce = (to: string, original: string, status = '5.1.1', action = 'failed') =>
  [
    'From: MAILER-DAEMON@desk.test',
    `To: ${to}`,
    'Subject: Undelivered Mail Returned to Sender',
    'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'It did not work.',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    `Action: ${action}`,
    `Status: ${status}`,
    'Diagnostic-Code: smtp; 550 5.1.1 No such mailbox',
    '--b',
    'Content-Type: message/rfc822',
    '',
    original,
    '--b--',
  ].join('\r\n')
/** For tests: the answer of a person, with further header lines. */
export const reply = (to: string, more: string, subject = 'Re: Infringement notice', text = 'We suspended it.') =>
  `From: desk@keeper.test\r\nTo: ${to}\r\nSubject: ${subject}\r\n${more}Content-Type: text/plain\r\n\r\n${text}`

/** The test application, its data and the helpers of its tests. */
type TestSetup = {
  at: {
    database: TestDatabase
    testApp: { server: FastifyInstance; app: AppContext }
    world: { companies: { parent: string }; brands: { own: string } }
    tokens: Record<string, string>
  }
  post: (path: string, payload: object, who?: string) => Promise<LightMyRequestResponse>
  one: (platform: typeof domain, status: string, more?: Record<string, unknown>) => Promise<string>
}

/** For tests: notices sent through a real SMTP server, and a maildir for the answers to them. Call it at the top of a file. */
export function answerSetup({ at, post, one }: TestSetup) {
  const state = {} as { smtp: TestSmtp; maildir: string }
  let n = 0
  beforeAll(async () => {
    state.smtp = await testSmtp()
    state.maildir = mkdtempSync(join(tmpdir(), 'maildir-'))
    mkdirSync(join(state.maildir, 'new'))
    const { companies, brands } = at.world
    const about = { company: companies.parent, brand: brands.own, platform: 'domain', status: true, attachments: [] }
    await post('enforcement-mail-configuration', { ...about, mailBody: ['About {{url}}'] }, 'admin')
    await addNoticeRequirements(at.testApp.app, { companyId: companies.parent, brandId: brands.own })
  })
  afterAll(async () => {
    await state.smtp.close()
    rmSync(state.maildir, { recursive: true, force: true })
  })
  const send = (method: 'GET' | 'PUT', path: string, payload: object | undefined, who: string) =>
    at.testApp.server.inject({
      method,
      url: `/api/${path}`,
      headers: { authorization: `Bearer ${at.tokens[who]!}` },
      ...(payload ? { payload } : {}),
    })
  const get = async (path: string, who = 'analyst') => (await send('GET', path, undefined, who)).json()
  const secret = () => at.testApp.app.settings.signingSecret
  const sendTo = (finding: string, abusiveEmailId: string, date: string) =>
    post(
      `domain/${finding}/sendEnforcementMail`,
      {
        registrar: 'Keeper',
        ipAddress: '203.0.113.7',
        hosting: 'Host',
        date,
        infrigementStatus: '11',
        actionTaken: 'Abuse E-mail Sent',
        abusiveEmailId,
      },
      'analyst',
    )
  return {
    state,
    secret,
    get,
    sendTo,
    /** Sends a notice through the SMTP server; returns its finding, its record and the delivered email. */
    notice: async (to = `takes${++n}@desk.test`) => {
      const host = `fake-${++n}.example`
      const finding = await one(domain, '33', { domain: host, url: null })
      const sent = await sendTo(finding, to, '2026-03-04')
      const id = sent.json().data[0].id as string
      const returnTo = (mailId: string) => returnAddress(replyBase, secret(), mailId)
      const { pool } = at.database
      const { files } = at.testApp.app
      const driver = smtpMail(state.smtp.url)
      const from = 'B <b@brandkeep.test>'
      await deliver({ pool, files, driver, from, perMinute: 6000, replyAddressOf: returnTo }, id)
      const email = state.smtp.received.find(({ messageId }) => messageId === id)!
      return { finding, host, id, email, parsed: await PostalMime.parse(email.text), answersTo: returnTo(id) }
    },
    /** Puts a mail into the maildir, as a server would; returns its name. */
    put: (text: string, name = `${1_700_000_000 + ++n}.${n}.host`) => {
      writeFileSync(join(state.maildir, 'new', name), text)
      return name
    },
    take: () => takeAnswersFrom(at.testApp.app, maildirBox(state.maildir)),
    answersOf: async (finding: string) => (await get(`domain/${finding}/enforcement`)).data[0].answers,
    toReview: async () =>
      (await get('enforcement/answers-to-review')).data as {
        id: string
        subject: string
        doubt: string
        notice: object | null
      }[],
    correct: (id: string, kind: string, who = 'analyst') =>
      send('PUT', `enforcement/answers/${id}/kind`, { kind }, who),
    isMarked: async (email: string) =>
      (await rows(at.database.db, sql`select 1 from bounced_addresses where email = ${email}`)).length > 0,
  }
}
