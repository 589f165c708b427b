import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { setUpRevisitTests } from './testing-revisits.ts'
import { foldClocks } from './update-clocks.ts'
import { respondWith } from './testing-sites.ts'
import { addNoticeRequirements } from '#features/notices/server/testing.ts'
import { row, rows, sql } from '#kit/server/db.ts'
import { returnAddress } from '#kit/server/return-address.ts'
import { website } from '#platforms/website.ts'
import { replyHandlers } from '#features/replies/server/handlers.ts'
import { maildirBox } from '#features/replies/server/maildir-box.ts'
import { takeAnswersFrom } from '#features/replies/server/take-answers.ts'

const actions = setUpActionTests()
const { at, post, one, change, stored } = actions
const { up, days, proposalOf, decide } = setUpRevisitTests(actions)
let maildir: string
let n = 0
beforeAll(async () => {
  maildir = mkdtempSync(join(tmpdir(), 'tickets-'))
  mkdirSync(join(maildir, 'new'))
  const { companies, brands } = at.world
  const about = { company: companies.parent, brand: brands.own, platform: 'website', status: true, attachments: [] }
  await post('enforcement-mail-configuration', { ...about, mailBody: ['About {{url}}'] }, 'admin')
  await addNoticeRequirements(at.testApp.app, { companyId: companies.parent, brandId: brands.own })
})
afterAll(() => rmSync(maildir, { recursive: true, force: true }))

type Sent = { id: string; subject: string; answersTo: string }
type Answer = { headers: string[]; body: string }
type System = {
  name: string
  from: string
  /** What the next notice repeats of its ticket. */
  ticket: string
  confirms: (notice: Sent) => Answer
  /** What a person of the desk writes in the same ticket. */
  answers: (notice: Sent) => Answer
}

const quoted = ({ subject }: Sent) => `> ${subject}\n> Please suspend the name and reply within 24 hours.`
const zendesk = (subject: string, references: string) => [
  `Subject: ${subject}`,
  `References: ${references}`,
  'Auto-Submitted: auto-generated',
  'X-Auto-Response-Suppress: All',
  'X-Mailer: Zendesk Mailer',
  'X-Zendesk-From-Account-Id: 4ca1477',
]
const jira = (subject: string) => [
  `Subject: ${subject}`,
  'X-JIRA-FingerPrint: 06b32e55c1a08529631bc96cd7f9ccde',
  'Auto-Submitted: auto-generated',
  'Precedence: bulk',
]

const systems: System[] = [
  {
    name: 'Zendesk',
    from: 'abuse@zendesk-desk.test',
    ticket: '[#2210443]',
    confirms: (notice) => ({
      headers: zendesk(`[Request received] ${notice.subject}`, '<QX5X6LG25@zendesk.com>'),
      body: `##- Please type your reply above this line -##\n\nYour request (2210443) has been received and is being reviewed by our staff.\n\n${quoted(notice)}`,
    }),
    answers: (notice) => ({
      headers: zendesk(`Re: ${notice.subject}`, '<QX5X6LG25@zendesk.com> <QX5X6LG25_600d_5f78ac_sprut@zendesk.com>'),
      body: '##- Please type your reply above this line -##\n\nYour request (2210443) has been updated.\n\n----------\n\nJo (Abuse)\n\nThe customer has until tomorrow noon.',
    }),
  },
  {
    name: 'Freshdesk',
    from: 'abuse@freshdesk-desk.test',
    ticket: '[#48213]',
    confirms: ({ subject }) => ({
      headers: [`Subject: Ticket Received - ${subject}`, 'Auto-Submitted: auto-generated'],
      body: 'Hello,\n\nWe have received your request and a ticket has been created with Ticket ID: 48213. We will respond as soon as we can.',
    }),
    answers: ({ subject }) => ({
      headers: [`Subject: Re: [#48213] ${subject}`],
      body: 'Hi,\n\nthe site was taken offline this morning.\n\nKind regards, Priya',
    }),
  },
  {
    name: 'Kayako',
    from: 'abuse@kayako-desk.test',
    ticket: '[#ABC-123-45678]',
    confirms: ({ subject }) => ({
      headers: [`Subject: [#ABC-123-45678]: ${subject}`, 'X-Kayako-AutoResponder: yes'],
      body: 'Thank you for contacting us. This is an automated response confirming the receipt of your ticket.',
    }),
    answers: ({ subject }) => ({
      headers: [`Subject: [#ABC-123-45678]: ${subject}`],
      body: 'We forwarded this to our reseller, who has 48 hours.',
    }),
  },
  {
    name: 'Request Tracker',
    from: 'abuse@rt-desk.test',
    ticket: '[rt-desk.test #12345]',
    confirms: ({ subject }) => ({
      headers: [
        `Subject: [rt-desk.test #12345] AutoReply: ${subject}`,
        'RT-Ticket: rt-desk.test #12345',
        'X-RT-Loop-Prevention: rt-desk.test',
        'RT-Originator: notices@brandkeep.test',
        'Auto-Submitted: auto-replied',
      ],
      body: 'This message has been automatically generated in response to the creation of a trouble ticket.',
    }),
    answers: ({ subject }) => ({
      headers: [
        `Subject: [rt-desk.test #12345] ${subject}`,
        'RT-Ticket: rt-desk.test #12345',
        'X-RT-Loop-Prevention: rt-desk.test',
        'RT-Originator: jo@rt-desk.test',
        'Precedence: bulk',
      ],
      body: 'The account is under review by a colleague of mine.',
    }),
  },
  {
    name: 'OTRS',
    from: 'abuse@otrs-desk.test',
    ticket: '[Ticket#2026112310000412]',
    confirms: ({ subject }) => ({
      headers: [
        `Subject: [Ticket#2026112310000412] RE: ${subject}`,
        'X-Mailer: OTRS Mail Service (6.0)',
        'Precedence: bulk',
        'Auto-Submitted: auto-replied',
      ],
      body: 'Thank you for your email. A member of our team will answer as soon as possible.',
    }),
    answers: ({ subject }) => ({
      headers: [`Subject: [Ticket#2026112310000412] ${subject}`, 'X-Mailer: OTRS Mail Service (6.0)'],
      body: 'Dear Sir or Madam,\nwe contacted the holder of the domain name today.',
    }),
  },
  {
    name: 'Jira Service Management',
    from: 'jira@jsm-desk.test',
    ticket: '[ABUSE-2041]',
    confirms: ({ subject }) => ({
      headers: jira(`[ABUSE-2041] ${subject}`),
      body: '—-—-—-—\nReply above this line.\n\nJust confirming that we got your request. We are on it.\n\nView request',
    }),
    answers: ({ subject }) => ({
      headers: jira(`[ABUSE-2041] ${subject}`),
      body: '—-—-—-—\nReply above this line.\n\nJo Abuse commented:\n\nWe talk to the customer now.',
    }),
  },
  {
    name: 'Cloudflare',
    from: 'noreply@cloudflare-desk.test',
    ticket: '[#a1b2c3d4e5f60718]',
    confirms: () => ({
      headers: ['Subject: Cloudflare abuse report confirmation'],
      body: 'Your report was submitted. Report ID: a1b2c3d4e5f60718',
    }),
    answers: () => ({
      headers: ['From: abuse@cloudflare-desk.test', 'Subject: [#a1b2c3d4e5f60718] Your report'],
      body: 'We placed a warning in front of the page. The host is reachable at abuse@host.test.',
    }),
  },
  {
    name: 'GoDaddy',
    from: 'abuse@godaddy-desk.test',
    ticket: '[#DCU001234567]',
    confirms: () => ({
      headers: ['Subject: Your report was received', 'X-Autoreply: yes'],
      body: 'Thank you. Incident ID: DCU001234567. Please do not reply to this message.',
    }),
    answers: () => ({
      headers: ['Subject: Re: Incident ID: DCU001234567'],
      body: 'The domain name was suspended.',
    }),
  },
]

/** Puts a notice about a finding into the outbox. */
async function send(finding: string, to: string, date: string): Promise<Sent> {
  const details = { registrar: 'Keeper', ipAddress: '203.0.113.7', hosting: 'Host', infrigementStatus: '11' }
  const answer = await post(
    `website/${finding}/sendEnforcementMail`,
    { ...details, actionTaken: 'Abuse E-mail Sent', abusiveEmailId: to, date },
    'analyst',
  )
  const id = answer.json().data[0].id as string
  const mail = await row<{ subject: string }>(at.database.db, sql`select subject from mails where id = ${id}`)
  await at.database.pool.query('update mails set sent_at = now() where id = $1', [id])
  const { signingSecret } = at.testApp.app.settings
  return { id, subject: mail!.subject, answersTo: returnAddress('notices@brandkeep.test', signingSecret, id) }
}

async function take(notice: Sent, from: string, { headers, body }: Answer): Promise<void> {
  const own = headers.some((line) => line.startsWith('From: ')) ? [] : [`From: ${from}`]
  const head = [...own, `To: ${notice.answersTo}`, `In-Reply-To: <${notice.id}@brandkeep.test>`, ...headers]
  writeFileSync(
    join(maildir, 'new', `${1_700_000_000 + ++n}.${n}.desk`),
    [...head, 'Content-Type: text/plain; charset=utf-8', '', body].join('\n'),
  )
  await takeAnswersFrom(at.testApp.app, maildirBox(maildir))
}

const get = async (path: string) =>
  (
    await at.testApp.server.inject({
      url: `/api/${path}`,
      headers: { authorization: `Bearer ${at.tokens['analyst']!}` },
    })
  ).json()

test.each(systems)(
  'a desk with $name, from approval to down: its confirmation names the ticket, what a person writes is the answer',
  async ({ from, ticket, confirms, answers }) => {
    const host = `tickets-${++n}.test`
    const finding = await one(website, '33', { url: up.sites.put(host, respondWith(200, '<title>Fake</title>')) })
    await change(finding, { status: '22', statusfrom: '33' })
    const kinds = async () =>
      (await get(`website/${finding}/enforcement`)).data
        .flatMap((record: { answers: { kind: string }[] }) => record.answers)
        .map(({ kind }: { kind: string }) => kind)
    const clock = async () => (await get(`enforcement/visits/${finding}`)).clock
    const first = await send(finding, from, '2026-03-04')
    await take(first, from, confirms(first))
    expect(await kinds()).toEqual(['automatic'])
    expect(await clock()).toMatchObject({ acknowledged: expect.any(String), answered: null })
    const second = await send(finding, from, '2026-03-06')
    expect(second.subject.endsWith(` ${ticket}`), second.subject).toBe(true)
    await take(second, from, answers(second))
    expect((await kinds()).toSorted()).toEqual(['automatic', 'reply'])
    expect(await clock()).toMatchObject({ answered: expect.any(String), unreachable: null })
    await foldClocks(at.testApp.app, up.revisitDeps.hours)
    await days(1)
    up.sites.put(host, respondWith(404))
    await days(3)
    const down = await proposalOf(finding)
    expect(down).toMatchObject({ kind: 'success', from: '11' })
    await decide([down!.id])
    expect((await stored(finding)).status).toBe('55')
    const dates = { approved: expect.any(String), sent: expect.any(String), unreachable: expect.any(String) }
    expect(await clock()).toMatchObject(dates)
  },
)

test('a host that a CDN names stands beside its answer, and whoever sent the notice is notified', async () => {
  const finding = await one(website, '33')
  const notice = await send(finding, 'abuse@cdn-desk.test', '2026-03-05')
  const body = 'Passed on.\n\nHosting Provider:\n---\nNordkeep GmbH\n\nAbuse Contact:\n---\nabuse@nordkeep.test'
  await take(notice, 'noreply@cdn-desk.test', { headers: ['Subject: Report'], body })
  const [record] = (await get(`website/${finding}/enforcement`)).data
  expect(record.answers).toMatchObject([{ host: { name: 'Nordkeep GmbH', email: 'abuse@nordkeep.test' } }])
  const jobs = await at.database.pool.query(
    `select data from pgboss.job where name = 'host-named' and data->>'findingId' = $1`,
    [finding],
  )
  expect(jobs.rows).toEqual([
    {
      data: expect.objectContaining({
        userId: at.world.people.analyst,
        text: expect.stringMatching(
          /^<b>noreply@cdn-desk\.test<\/b> names the host .*Nordkeep GmbH \(abuse@nordkeep\.test\)/,
        ),
      }),
    },
  ])
})

test('a desk that answers each notice twice, and 1,000 answers in a minute: each is recorded once', async () => {
  const finding = await one(website, '33')
  const notice = await send(finding, 'abuse@busy-desk.test', '2026-03-05')
  const put = (subject: string, more: string, text = 'The name was suspended.') =>
    writeFileSync(
      join(maildir, 'new', `${1_700_000_000 + ++n}.${n}.desk`),
      `From: abuse@busy-desk.test\nTo: ${notice.answersTo}\nSubject: ${subject}\n${more}\n${text}`,
    )
  put(notice.subject, 'Auto-Submitted: auto-replied\n', 'Your report was received.')
  put(`Re: ${notice.subject}`, '')
  for (let answer = 3; answer <= 1_000; answer++) put(`Re: ${notice.subject} (${answer})`, '')
  const began = performance.now()
  const [handler] = replyHandlers(at.testApp.app, maildirBox(maildir))
  // On a busy machine the run's time may end before the mails do; the next run goes on.
  do await handler!.run({}, { jobId: '1' })
  while (readdirSync(join(maildir, 'new')).length > 0)
  const seconds = (performance.now() - began) / 1000
  console.log(`1,000 answers read in ${seconds.toFixed(1)} s`)
  const counts = await rows<{ kind: string; count: number }>(
    at.database.db,
    sql`select kind, count(*)::int as count from inbound_mails where enforcement_id = ${notice.id} group by 1 order by 1`,
  )
  expect(counts).toEqual([
    { kind: 'automatic', count: 1 },
    { kind: 'reply', count: 999 },
  ])
})
