import type { PoolClient } from 'pg'
import { addedText } from '#features/notifications/messages.ts'
import { countedSubject } from '#vocabulary/data-log.ts'
import { daysAfter } from '#vocabulary/dates.ts'
import { copyRows } from './copy.ts'
import type { ActivityContext } from './activity-context.ts'
import { type DemoFinding, daysBetween } from './findings.ts'
import { demoCompanies, demoUsers } from './people.ts'
import { idMaker } from './seeded.ts'
import { writeEnforcements } from './write-enforcements.ts'
import { writeEscalations } from './write-escalations.ts'
import { writeMarks } from './write-marks.ts'
import { writePurchases } from './write-purchases.ts'
import { writeVisits } from './write-visits.ts'
import { writeRequests } from './write-requests.ts'
import { analystNames, clientOf } from './write-people.ts'

/** Writes the activity around the findings: enforcement, purchases, marks, notices, the data log. */
export async function writeActivity(client: PoolClient, context: ActivityContext): Promise<void> {
  await writeEnforcements(client, context)
  await writeVisits(client, context)
  await writeEscalations(client, context)
  await writePurchases(client, context)
  await writeMarks(client, context)
  await writeUploads(client, context)
  await writeRequests(client, context)
}

/**
 * Each day's findings of a brand on a platform are one upload: a line in the data log, and for the last forty days
 * its clients have notifications, as saving the uploads would have sent to somebody who looks once a week.
 */
async function writeUploads(client: PoolClient, { findings, people, today }: ActivityContext): Promise<void> {
  const newId = idMaker('uploads')
  const uploads = Map.groupBy(findings, (one) => `${one.day} ${one.brand.key} ${one.platform.value}`)
  const inOrder = [...uploads.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, rows]) => rows)
  const lines = inOrder.map((rows) => {
    const [first] = rows as [DemoFinding]
    const at = new Date(Math.max(...rows.map((one) => one.createdAt.getTime())))
    return { first, at, total: rows.length, waiting: rows.filter((one) => one.status === '33') }
  })
  await copyRows(
    client,
    'data_log',
    ['id', 'at', 'user_id', 'type', 'model', 'total_affected', 'company_id', 'subject'],
    lines.map(({ first, at, total }) => [
      newId(at),
      at,
      people.user.get(analystNames[first.analyst] ?? ''),
      'add',
      first.platform.model,
      total,
      people.company.get(first.brand.company),
      countedSubject(total, first.platform.title, first.brand.name),
    ]),
  )
  await writeNotices(client, lines, { people, today, newId })
  await writeLastUse(client, { people, today })
}

/** The findings of a brand on a platform that were added in one upload. */
type Upload = { first: DemoFinding; at: Date; waiting: DemoFinding[] }

/** The notifications to clients about findings that wait for them. */
async function writeNotices(
  client: PoolClient,
  uploads: readonly Upload[],
  { people, today, newId }: Pick<ActivityContext, 'people' | 'today'> & { newId: ReturnType<typeof idMaker> },
): Promise<void> {
  const notified = uploads.filter(
    ({ first, waiting }) => waiting.length > 0 && first.day > daysAfter(today, -40) && first.brand.enabled,
  )
  const byNotice = Map.groupBy(notified, ({ first }) =>
    [Math.floor(daysBetween(first.day, today) / 7), first.brand.key, first.platform.value].join(' '),
  )
  const notices = [...byNotice.values()].map((joined) => {
    const { first, at } = joined.at(-1)!
    return { id: newId(at), first, at, waiting: joined.flatMap(({ waiting }) => waiting) }
  })
  await copyRows(
    client,
    'notices',
    ['id', 'company_id', 'brand_id', 'platform', 'model', 'text', 'finding_ids', 'created_at', 'kind'],
    notices.map(({ id, first, at, waiting }) => [
      id,
      people.company.get(first.brand.company),
      people.brand.get(first.brand.key),
      first.platform.value,
      first.platform.model,
      addedText({
        platform: first.platform.title,
        brandName: first.brand.name,
        count: waiting.length,
        title: String(waiting[0]!.own[first.platform.identity]),
      }),
      waiting.map((one) => one.id),
      at,
      'added',
    ]),
  )
  const clients = demoUsers.filter((one) => one.role === 'Client')
  await copyRows(
    client,
    'notifications',
    ['id', 'user_id', 'notice_id', 'created_at'],
    notices.flatMap(({ id, first, at }) =>
      clients
        .filter((one) => one.company === first.brand.company || one.company === parentOf(first.brand.company))
        .map((one) => [newId(at), people.user.get(one.username), id, at]),
    ),
  )
}

/** Who has read the notifications, and who has signed in. */
async function writeLastUse(client: PoolClient, { people, today }: Pick<ActivityContext, 'people' | 'today'>) {
  // Clients who act for a company in this data have read their notifications; the other clients have not.
  await client.query('update users set seen = username <> all($1) where role = $2 and company_id = $3', [
    ['client@demo.test', 'twofactor@demo.test'],
    'Client',
    people.company.get('aurevia'),
  ])
  await client.query('update users set bell_seen_at = $1', [`${daysAfter(today, -7)}T18:30:00Z`])
  await client.query('update users set last_signed_in_at = $1 where username = any($2)', [
    `${daysAfter(today, -1)}T08:00:00Z`,
    Object.values(clientOf),
  ])
}

const parentOf = (company: string) => demoCompanies.find((one) => one.key === company)?.parent
