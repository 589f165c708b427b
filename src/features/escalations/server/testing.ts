import type { FastifyInstance } from 'fastify'
import { addFindings } from '#features/findings/server/testing.ts'
import type { Step } from '#features/escalations/contract.ts'
import { addNoticeRequirements } from '#features/notices/server/testing.ts'
import { rows, sql } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { deliver } from '#kit/server/mail-out.ts'
import { returnAddress } from '#kit/server/return-address.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { smtpMail } from '#kit/server/smtp-mail.ts'
import type { TestDatabase } from '#kit/server/testing.ts'
import { type TestSmtp, testSmtp } from '#kit/server/testing-smtp.ts'
import { domain } from '#platforms/domain.ts'
import { takeDueSteps } from './take-steps.ts'

const sender = 'Brandkeep <notices@brandkeep.test>'

/** For tests: consumes mail events and runs due steps, as if so many days had passed. */
export const takeAfter = (app: AppContext, days: number): Promise<void> =>
  takeDueSteps({ app, from: sender, now: () => new Date(Date.now() + days * 86_400_000) })

/** For tests: delivers every waiting email of the outbox to an SMTP server. */
export async function deliverAll(app: AppContext, smtpUrl: string): Promise<void> {
  const waiting = await rows<{ id: string }>(
    app.db,
    sql`update mails set not_before = now() where sent_at is null and failed_at is null returning id`,
  )
  const returnTo = (mailId: string) => returnAddress('answers@brandkeep.test', app.settings.signingSecret, mailId)
  const { pool, files } = app
  const options = { pool, files, driver: smtpMail(smtpUrl), from: sender, perMinute: 6000, replyAddressOf: returnTo }
  for (let n = 0; n < waiting.length; n += 4)
    await Promise.all(waiting.slice(n, n + 4).map(({ id }) => deliver(options, id)))
}

/** For tests: a step as the client sends it. */
export const step = (kind: Step['kind'], days: number, text?: string) => ({
  kind,
  days,
  ...(kind === 'icann' ? {} : { text: [text ?? `${kind} about {{url}}: see {{noticeId}} of {{noticeDate}}.`] }),
})

/** For tests: the form of a notice. */
export const noticeForm = {
  registrar: 'Namekeep Registrar',
  ipAddress: '203.0.113.7',
  hosting: 'Zonehost',
  actionTaken: 'Abuse E-mail Sent',
  date: '2026-03-04',
  abusiveEmailId: 'takes@desk.test',
}

/** The test application and its data. */
type TestSetup = {
  database: TestDatabase
  testApp: { server: FastifyInstance; app: AppContext }
  world: { companies: { parent: string }; brands: { own: string } }
  tokens: Record<string, string>
}

/** For tests: a domain configuration with an escalation, an SMTP server, and helpers to send notices and run steps. */
export function escalationSetup(setup: TestSetup) {
  const state = {} as { smtp: TestSmtp; configuration: string }
  const db = () => setup.database.db
  const request = (method: 'GET' | 'POST', path: string, payload: object | undefined, who: string) =>
    setup.testApp.server.inject({
      method,
      url: `/api/${path}`,
      headers: { authorization: `Bearer ${setup.tokens[who]!}` },
      ...(payload ? { payload } : {}),
    })
  const must = async (pending: ReturnType<typeof request>) => {
    const answer = await pending
    if (answer.statusCode !== 200) throw new Error(answer.body)
    return answer.json()
  }
  const setEscalation = (steps: object[], more: object = {}) =>
    must(
      request(
        'POST',
        `escalations/${state.configuration}`,
        { enabled: true, stopsOnReply: true, steps, ...more },
        'admin',
      ),
    )
  const deliverEmails = () => deliverAll(setup.testApp.app, state.smtp.url)
  const send = async (id: string, more: object = {}, who = 'analyst') => {
    const sent = await must(request('POST', `domain/${id}/sendEnforcementMail`, { ...noticeForm, ...more }, who))
    await deliverEmails()
    return sent.data[0].id as string
  }
  const finding = async (more: object = {}) => {
    const { companies, brands } = setup.world
    const values = { companyId: companies.parent, brandId: brands.own, status: '33', url: null, ...more }
    return (await addFindings(db(), domain, [{ domain: `fake-${newId()}.example`, ...values }]))[0]!
  }
  return {
    open: async () => {
      state.smtp = await testSmtp()
      const { companies, brands } = setup.world
      const about = { company: companies.parent, brand: brands.own, platform: 'domain' }
      const configuration = { ...about, status: true, mailBody: ['To {{registrar}}: {{url}}'] }
      const saved = await must(request('POST', 'enforcement-mail-configuration', configuration, 'admin'))
      state.configuration = saved.data.id
      await addNoticeRequirements(setup.testApp.app, { companyId: companies.parent, brandId: brands.own })
    },
    close: () => state.smtp.close(),
    /** Removes all runs; the escalation has two reminders. */
    reset: async () => {
      await rows(db(), sql`delete from escalation_runs`)
      await rows(db(), sql`delete from escalation_inbox`)
      await setEscalation([step('reminder', 3), step('reminder', 5)])
    },
    setEscalation,
    finding,
    send,
    deliver: deliverEmails,
    /** A finding whose first notice was sent. */
    findingWithNotice: async (more: object = {}) => {
      const id = await finding()
      await send(id, more)
      return id
    },
    /** So many days later: runs due steps and delivers their email. */
    after: async (days: number) => {
      await takeAfter(setup.testApp.app, days)
      await deliverEmails()
    },
    get: async (path: string) => (await request('GET', path, undefined, 'analyst')).json(),
    runOf: async (id: string) => (await request('GET', `next-steps/${id}`, undefined, 'analyst')).json().data,
    /** The emails about a finding that the SMTP server accepted, in order. */
    emailsOf: async (id: string) => {
      const found = await rows<{ id: string }>(
        db(),
        sql`select id from enforcements where finding_id = ${id} order by created_at, id`,
      )
      return found.flatMap((one) => state.smtp.received.filter(({ messageId }) => messageId === one.id))
    },
    decide: async (action: string, runs: { id: string; version: number }[], more: object = {}) =>
      request(
        'POST',
        'next-steps/decide',
        { action, items: runs.map(({ id, version }) => ({ id, version })), ...more },
        'analyst',
      ),
    setStatus: (id: string, infrigementStatus: string) =>
      must(request('POST', `domain/${id}/enforcement`, { ...noticeForm, infrigementStatus }, 'analyst')),
    /** Adds an inbound email that belongs to a notice. */
    answer: (enforcementId: string, kind: string, doubt: string | null = null) =>
      rows(
        db(),
        sql`insert into inbound_mails (id, name, kind, sender, enforcement_id, doubt)
          values (${newId()}, ${newId()}, ${kind}, 'desk@keeper.test', ${enforcementId}, ${doubt})`,
      ),
  }
}
