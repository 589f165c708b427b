import type { EnforcementRecord } from '#features/enforcement/contract-schemas.ts'
import { columnRef, type JoinedColumn, joinPlatformTable } from '#features/findings/server/column-refs.ts'
import { inScope, type Scope } from '#features/findings/server/visible.ts'
import { hostOf } from '#features/replies/server/host-of.ts'
import { likePattern, joinConditions, row, rows, sql, type Db, type Sql } from '#kit/server/db.ts'
import { mailOutcome } from '#kit/server/mail.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import type { NewRecord } from './record-enforcement.ts'

/** The columns of a finding that enforcement needs; the row is locked until the transaction ends. */
export type LockedFinding = {
  id: string
  company_id: string
  company: string
  brand_id: string
  brand: string
  status: string
  /** The reported page; null on the domain platform without one. */
  url: string | null
  domain: string | null
  registrar: string | null
  ip_address: string | null
  hosting: string | null
}

/** Locks findings in scope in the order of their ids, so that two bulk calls wait instead of deadlocking. */
export function lockFindings(
  db: Db,
  platform: FindingPlatformDefinition,
  scope: Scope,
  ids: readonly string[],
): Promise<LockedFinding[]> {
  return findingsWith(db, platform, scope, ids, sql`for update of f`)
}

/** The same without a lock, for what is only shown. */
export function readFindings(
  db: Db,
  platform: FindingPlatformDefinition,
  scope: Scope,
  ids: readonly string[],
): Promise<LockedFinding[]> {
  return findingsWith(db, platform, scope, ids, sql``)
}

function findingsWith(
  db: Db,
  platform: FindingPlatformDefinition,
  scope: Scope,
  ids: readonly string[],
  lock: Sql,
): Promise<LockedFinding[]> {
  const own = (name: string) => (platform.columns[name] ? columnRef(platform, name) : sql`null::text`)
  const url = platform.columns['url'] ? own('url') : own(platform.identity)
  return rows(
    db,
    sql`select f.id, f.company_id, k.name as company, f.brand_id, b.brand_name as brand, f.status, ${url} as url,
        ${own('domain')} as domain, ${own('registrar')} as registrar, ${own('ipAddress')} as ip_address,
        ${own('hosting')} as hosting
      from ${findingsSource(scope, ids)} ${joinPlatformTable(platform)} join brands b on b.id = f.brand_id join companies k on k.id = f.company_id
      where ${scope.companyIds === undefined ? sql`true` : sql`f.id = any(${ids}::uuid[])`} and ${inScope(scope)}
      order by f.id ${lock}`,
  )
}

/** The from-item `f` of these findings: an id join without companies in the scope, else the table itself. */
const findingsSource = (scope: Scope, ids: readonly string[]): Sql =>
  scope.companyIds === undefined
    ? sql`unnest(${ids}::uuid[]) as requested (id) join findings f on f.id = requested.id`
    : sql`findings f`

/** Adds the records in one statement; a trigger maintains last_enforcements. */
export async function addRecords(
  db: Db,
  records: readonly (NewRecord & { id: string; companyId: string; statusBefore: string })[],
  params: { userId: string | null; batchId: string | null },
): Promise<void> {
  const column = (pick: (one: (typeof records)[number]) => string | null) => records.map(pick)
  await rows(
    db,
    sql`insert into enforcements (id, company_id, finding_id, registrar, ip_address, hosting, action_taken, action_date,
        status, abuse_email, status_before, created_by, batch_id)
      select a.*, ${params.userId}::uuid, ${params.batchId}::uuid from unnest(${column((one) => one.id)}::uuid[],
        ${column((one) => one.companyId)}::uuid[], ${column((one) => one.findingId)}::uuid[],
        ${column((one) => one.registrar)}::text[], ${column((one) => one.ipAddress)}::text[],
        ${column((one) => one.hosting)}::text[], ${column((one) => one.actionTaken)}::text[],
        ${column((one) => one.date)}::date[], ${column((one) => one.status)}::text[],
        ${column((one) => one.abuseEmail ?? null)}::text[], ${column((one) => one.statusBefore)}::text[]) as a`,
  )
}

/** The records of findings in scope, newest first, by finding id. */
export async function recordsOf(
  db: Db,
  scope: Scope,
  findingIds: readonly string[],
): Promise<Map<string, EnforcementRecord[]>> {
  const found = await rows<EnforcementRecord & { finding: string }>(
    db,
    sql`select e.id, e.id as _id, e.finding_id as finding, e.registrar, e.ip_address as "ipAddress", e.hosting,
        e.action_taken as "actionTaken", e.action_date as date, e.status as "infrigementStatus",
        e.abuse_email as "abuseEmailId", e.created_at as "createdAt",
        nullif(trim(u.first_name || ' ' || u.last_name), '') as "createdBy", ${mailOutcome(sql`m`)} as mail,
        case when o.enforcement_id is not null then jsonb_build_object('reason', o.reason, 'missing', o.missing) end as override,
        coalesce((select jsonb_agg(jsonb_build_object('id', i.id, 'kind', i.kind, 'sender', i.sender, 'subject', i.subject,
            'body', i.body, 'ticket', i.ticket, 'host', ${hostOf}, 'at', i.received_at, 'isOfList', coalesce(m.is_list or m.sent_with is not null, false)) order by i.received_at, i.id)
          from inbound_mails i where i.enforcement_id = e.id and i.doubt is null), '[]') as answers
      from unnest(${findingIds}::uuid[]) as requested (id) join findings f on f.id = requested.id
      join enforcements e on e.company_id = f.company_id and e.finding_id = f.id
      left join users u on u.id = e.created_by left join mails m on m.id = e.id
      left join notice_overrides o on o.enforcement_id = e.id
      where ${inScope(scope)} order by e.action_date desc, e.id desc`,
  )
  const byFinding = new Map<string, EnforcementRecord[]>(findingIds.map((id) => [id, []]))
  for (const { finding, ...record } of found) byFinding.get(finding)!.push(record)
  return byFinding
}

/** The latest ticket number that a desk gave a notice about these findings, by finding and address: 'id address'. */
export async function ticketsOf(
  db: Db,
  notices: readonly { companyId: string; findingId: string; abuseEmail: string }[],
): Promise<Map<string, string>> {
  const found = await rows<{ key: string; ticket: string }>(
    db,
    sql`select distinct on (1) e.finding_id || ' ' || lower(e.abuse_email) as key, i.ticket
      from unnest(${notices.map((one) => one.companyId)}::uuid[], ${notices.map((one) => one.findingId)}::uuid[],
        ${notices.map((one) => one.abuseEmail)}::text[]) as n (company_id, finding_id, email)
      join enforcements e on e.company_id = n.company_id and e.finding_id = n.finding_id
        and lower(e.abuse_email) = lower(n.email)
      join inbound_mails i on i.enforcement_id = e.id and i.doubt is null and i.ticket is not null
      order by 1, i.received_at desc, i.id`,
  )
  return new Map(found.map(({ key, ticket }) => [key, ticket]))
}

/** Whether the finding exists in this scope. */
export async function findingExists(db: Db, scope: Scope, findingId: string): Promise<boolean> {
  return (
    (await row(db, sql`select 1 from findings f where ${inScope(scope)} and f.id = ${findingId}::uuid`)) !== undefined
  )
}

type LastRecord = { registrar: string; ipAddress: string; hosting: string; actionTaken: string }

/** The fields of a finding's last enforcement; undefined when there is none. */
export function lastRecord(db: Db, scope: Scope, findingId: string): Promise<LastRecord | undefined> {
  return row(
    db,
    sql`select coalesce(e.registrar, '') as registrar, coalesce(e.ip_address, '') as "ipAddress",
        coalesce(e.hosting, '') as hosting, e.action_taken as "actionTaken"
      from findings f join last_enforcements e on e.company_id = f.company_id and e.finding_id = f.id
      where ${inScope(scope)} and f.id = ${findingId}::uuid`,
  )
}

/** A filter on the last enforcement. Texts match in part, actions exactly. */
export type LastEnforcementFilter = {
  registrar?: string | undefined
  ipAddress?: string | undefined
  hosting?: string | undefined
  actions?: readonly string[] | undefined
}

/** The filter as conditions on `e` (last_enforcements); none for an empty filter. */
export function lastEnforcementConditions(filter: LastEnforcementFilter): Sql[] {
  const conditions: Sql[] = []
  for (const [name, text] of [
    ['registrar', filter.registrar],
    ['ip_address', filter.ipAddress],
    ['hosting', filter.hosting],
  ] as const)
    if (text) conditions.push(sql`e.${sql.id(name)} ilike ${likePattern(text)}`)
  if (filter.actions?.length === 1) conditions.push(sql`e.action_taken = ${filter.actions[0]}`)
  else if (filter.actions?.length) conditions.push(sql`e.action_taken = any(${filter.actions}::text[])`)
  return conditions
}

/** Conditions on the last enforcement, as one condition on `f` (findings). */
export function hasLastEnforcement(platform: FindingPlatformDefinition, conditions: readonly Sql[]): Sql {
  return sql`exists (select from last_enforcements e where e.company_id = f.company_id and e.finding_id = f.id
    and e.platform = ${platform.value} and ${joinConditions(conditions)})`
}

/** The action of a finding's last enforcement, as a column of `f`. */
export const lastActionOf = (platform: FindingPlatformDefinition): JoinedColumn => ({
  cell: sql`e.action_taken`,
  join: sql`join last_enforcements e on e.company_id = f.company_id and e.finding_id = f.id
    and e.platform = ${platform.value}`,
})

/**
 * How many findings of a platform have such a last enforcement, in these companies (all companies without a list).
 * Counts in last_enforcements; of the findings only the deleted ones are looked up, by their index.
 */
export async function countLastEnforcements(
  db: Db,
  { platform, companyIds }: Pick<Scope, 'platform' | 'companyIds'>,
  conditions: readonly Sql[],
): Promise<number> {
  const several = companyIds ? sql`e.company_id = any(${companyIds}::uuid[])` : sql`true`
  const company = companyIds?.length === 1 ? sql`e.company_id = ${companyIds[0]!}::uuid` : several
  const found = await row<{ n: number }>(
    db,
    sql`select count(*) as n from last_enforcements e where ${company} and e.platform = ${platform} and ${joinConditions(conditions)} and not exists (select from findings f
        where f.company_id = e.company_id and f.id = e.finding_id and f.deleted_at is not null)`,
  )
  return found!.n
}

/** Abuse contacts of these names (part match either way, any letter case, G74), and whether mail to them bounced. */
export function abuseContactsFor(
  db: Db,
  names: readonly string[],
): Promise<{ abuseEmailId: string; bounced: boolean }[]> {
  return rows(
    db,
    sql`select distinct lower(c.email) as "abuseEmailId", g.email is not null as bounced from abuse_contacts c
      join unnest(${names}::text[], ${names.map(likePattern)}::text[]) as n (name, pattern)
        on c.name ilike n.pattern or (length(c.name) > 2 and strpos(lower(n.name), lower(c.name)) > 0)
      left join bounced_addresses g on g.email = lower(c.email)
      order by "abuseEmailId"`,
  )
}

/**
 * Of these findings, the ids of those whose same notice (address, day and action) is queued or was sent. A notice that
 * failed, or whose delivery is unknown, may be sent again.
 */
export async function alreadySent(
  db: Db,
  lockedFindings: readonly LockedFinding[],
  notice: { abuseEmail: string; date: string; actionTaken: string },
): Promise<string[]> {
  const found = await rows<{ id: string }>(
    db,
    sql`select distinct e.finding_id as id
      from unnest(${lockedFindings.map((one) => one.company_id)}::uuid[], ${lockedFindings.map((one) => one.id)}::uuid[])
        as f (company_id, id)
      join enforcements e on e.company_id = f.company_id and e.finding_id = f.id
      join mails m on m.id = e.id and m.failed_at is null
      where lower(e.abuse_email) = lower(${notice.abuseEmail}) and e.action_date = ${notice.date}::date
        and e.action_taken = ${notice.actionTaken}`,
  )
  return found.map(({ id }) => id)
}

/** Adds an address that was used to the abuse contacts of its registrar and host (G74). */
export async function saveContact(
  db: Db,
  userId: string,
  used: { registrar: string | null; hosting: string | null; abuseEmail: string },
): Promise<void> {
  const names = [...new Set([used.registrar, used.hosting].filter((name) => name !== null && name !== ''))]
  await rows(
    db,
    sql`insert into abuse_contacts (name, email, created_by)
      select name, ${used.abuseEmail.toLowerCase()}, ${userId}::uuid from unnest(${names}::text[]) as n (name)
      order by lower(name) on conflict do nothing`,
  )
}

/** The delivery counts of the emails of a batch. */
export type Progress = { total: number; waiting: number; sent: number; failed: number; unknown: number }

/** Delivery counts of the emails of a batch; undefined when there is no such batch. */
export async function progressOf(db: Db, batchId: string): Promise<Progress | undefined> {
  const found = await row<Progress>(
    db,
    sql`select count(*) as total, count(*) filter (where m.sent_at is null and m.failed_at is null) as waiting,
        count(*) filter (where m.sent_at is not null) as sent,
        count(*) filter (where m.failed_at is not null and not m.is_doubtful) as failed,
        count(*) filter (where m.failed_at is not null and m.is_doubtful) as unknown
      from enforcements e join mails m on m.id = e.id and m.sent_with is null where e.batch_id = ${batchId}::uuid`,
  )
  return found!.total === 0 ? undefined : found
}

/** The ids of a brand's findings by identity key (G63). */
export async function findingsByIdentity(
  db: Db,
  target: { companyId: string; brandId: string; platform: string },
  identities: readonly string[],
): Promise<Map<string, string>> {
  const found = await rows<{ id: string; identity: string }>(
    db,
    sql`select f.id, f.identity_key as identity from unnest(${identities}::uuid[]) as requested (key)
      join findings f on f.company_id = ${target.companyId}::uuid and f.brand_id = ${target.brandId}::uuid
        and f.identity_key = requested.key and f.deleted_at is null and f.platform = ${target.platform}`,
  )
  return new Map(found.map(({ id, identity }) => [identity, id]))
}
