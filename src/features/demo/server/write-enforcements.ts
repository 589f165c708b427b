import type { PoolClient } from 'pg'
import { doubtfulMessage } from '#kit/server/mail-out.ts'
import { daysAfter, defaultBusinessZone } from '#vocabulary/dates.ts'
import { harmOf, registrarsActOn } from '#vocabulary/harm-kinds.ts'
import { copyRows } from './copy.ts'
import type { DemoFinding } from './findings.ts'
import { type Chance, chanceFor, idMaker } from './seeded.ts'
import { hosts, registrars } from './building-blocks.ts'
import { analystNames } from './write-people.ts'
import type { ActivityContext } from './activity-context.ts'

const firstActions = [
  'Abuse E-mail Sent',
  'Platform Form Submitted',
  'Trademark Complaint Filed',
  'Registrar Complaint Filed',
  'DMCA Notice Sent',
]

/** Created once: it formats tens of thousands of days. */
const dayOf = new Intl.DateTimeFormat('en-CA', { timeZone: defaultBusinessZone, dateStyle: 'short' })

type EnforcementRecord = {
  id: string
  finding: DemoFinding
  at: Date
  abuseDesk: string | null
  cells: readonly unknown[]
}

/** Enforcement records of every finding that was acted upon, abuse contacts, and the notices of the last year. */
export async function writeEnforcements(client: PoolClient, context: ActivityContext): Promise<void> {
  const records = context.findings.flatMap((one) => recordsOf(one, context))
  const newId = idMaker('enforcements')
  const rows = records.toSorted((a, b) => a.at.getTime() - b.at.getTime()).map((one) => ({ ...one, id: newId(one.at) }))
  await copyRows(
    client,
    'enforcements',
    [
      'id',
      'company_id',
      'finding_id',
      'registrar',
      'ip_address',
      'hosting',
      'action_taken',
      'action_date',
      'status',
      'abuse_email',
      'desk_kind',
      'desk_name',
      'created_by',
      'created_at',
    ],
    rows.map(({ id, cells }) => [id, ...cells] as never),
  )
  await writeContacts(client)
  await writeNotices(client, rows, context)
}

function recordsOf(one: DemoFinding, { people }: ActivityContext): Omit<EnforcementRecord, 'id'>[] {
  const chance = chanceFor(`enforcement ${one.own[one.platform.identity]}`)
  const withHost = one.platform.enforcedWith.length > 0
  const registrar = withHost ? String(one.own['registrar'] ?? chance.one(registrars)) : null
  const hosting = withHost ? String(one.own['hosting'] ?? chance.one(hosts)) : null
  return one.statusHistory
    .filter((step) => step.from !== '' && ['11', '55', '99'].includes(step.to))
    .map((step) => {
      const action = actionOf(one, step.to, chance)
      // Content is reported to its host, DNS abuse by a domain name to its registrar.
      const isForRegistrar = one.platform.value === 'domain' && registrarsActOn(harmOf(one.reasonCode))
      const desk = withHost && action === 'Abuse E-mail Sent' ? (isForRegistrar ? registrar : hosting) : null
      const abuseDesk = desk && abuseDeskOf(desk)
      const cells = [
        people.company.get(one.brand.company),
        one.id,
        registrar,
        withHost ? one.own['ipAddress'] : null,
        hosting,
        action,
        dayOf.format(step.at),
        step.to,
        abuseDesk,
        desk && (isForRegistrar ? 'registrar' : 'host'),
        desk,
        people.user.get(analystNames[one.analyst] ?? ''),
        step.at,
      ]
      return { finding: one, at: step.at, abuseDesk, cells }
    })
}

function actionOf(one: DemoFinding, status: string, chance: Chance): string {
  if (status === '11') return chance.one(firstActions)
  if (status === '99') return 'No Response'
  const { value } = one.platform
  return value === 'domain' ? 'Domain Suspended' : value === 'social-media' ? 'Account Suspended' : 'Listing Removed'
}

/** The abuse desk of an invented registrar or host. */
const abuseDeskOf = (name: string): string =>
  `abuse@${name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/-+$/, '')}.example`

async function writeContacts(client: PoolClient): Promise<void> {
  await copyRows(
    client,
    'abuse_contacts',
    ['name', 'email', 'source'],
    [...new Set([...registrars, ...hosts])].map((name) => [name, abuseDeskOf(name), 'Supplied with the demo data']),
  )
}

/** The notices of the last year in the outbox: nearly all sent, a few rejected, one doubtful; and their answers. */
async function writeNotices(
  client: PoolClient,
  rows: readonly EnforcementRecord[],
  context: ActivityContext,
): Promise<void> {
  const since = new Date(`${daysAfter(context.today, -365)}T00:00:00Z`)
  const emails = rows.filter((one) => one.abuseDesk !== null && one.at >= since)
  await copyRows(
    client,
    'mails',
    [
      'id',
      'kind',
      'recipient',
      'subject',
      'text_body',
      'is_paced',
      'tries',
      'created_at',
      'sent_at',
      'failed_at',
      'is_doubtful',
      'error',
      'answer',
    ],
    emails.map(({ id, abuseDesk, finding, at }, n) => {
      const isRefused = n % 23 === 11
      const isDoubtful = n === 7
      const hasFailed = isRefused || isDoubtful
      const address = String(finding.own[finding.platform.identity])
      return [
        id,
        'enforcement',
        abuseDesk,
        `Infringement notice: ${address.slice(0, 250)}`,
        `Please look at ${address}, which infringes the rights of ${finding.brand.name}.`,
        true,
        1,
        at,
        hasFailed ? null : at,
        hasFailed ? at : null,
        isDoubtful,
        isDoubtful
          ? doubtfulMessage
          : isRefused
            ? "Can't send mail - all recipients were rejected: 550 5.1.1 No such mailbox"
            : null,
        hasFailed ? null : '250 2.0.0 OK: queued',
      ]
    }),
  )
  await writeAnswers(client, emails, context.now)
}

/** One abuse desk in four answers automatically at once, one in five in person, days later. */
async function writeAnswers(client: PoolClient, emails: readonly EnforcementRecord[], now: Date): Promise<void> {
  const newId = idMaker('answers')
  const chance = chanceFor('answers')
  const answers = emails.flatMap(({ id, abuseDesk, finding, at }, n) => {
    if (n % 23 === 11 || n === 7) return []
    const address = String(finding.own[finding.platform.identity]).slice(0, 200)
    const byMachine = chance.happens(0.25)
    const later = new Date(at.getTime() + (byMachine ? chance.whole(20, 600) : chance.whole(7_000, 700_000)) * 1000)
    if (later > now || !(byMachine || chance.happens(0.27))) return []
    const [kind, body] = byMachine
      ? ['automatic', 'We have received your report and opened a ticket.']
      : ['reply', 'We have asked our customer to take the content down within 48 hours.']
    const own = newId(later)
    return [[own, `demo.${own}`, kind, abuseDesk, `Re: Infringement notice: ${address}`, body, id, later]]
  })
  await copyRows(
    client,
    'inbound_mails',
    ['id', 'name', 'kind', 'sender', 'subject', 'body', 'enforcement_id', 'received_at'],
    answers,
  )
}
