import { sources } from '#features/contacts/messages.ts'
import type { AssignedChoice } from '#features/enforcement/rules.ts'
import {
  columnOrNull,
  type JoinedColumn,
  joinPlatformTable,
  pageColumn,
} from '#features/findings/server/column-refs.ts'
import { inScope, type Scope } from '#features/findings/server/visible.ts'
import { likePattern, joinConditions, row, rows, sql, type Db, type Sql } from '#kit/server/db.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import type { NoticeFields } from './read-fields.ts'

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
  reason_code: string | null
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
  const own = (name: string) => columnOrNull(platform, name)
  return rows(
    db,
    sql`select f.id, f.company_id, k.name as company, f.brand_id, b.brand_name as brand, f.status, ${pageColumn(platform)} as url,
        ${own('domain')} as domain, ${own('registrar')} as registrar, ${own('ipAddress')} as ip_address,
        ${own('hosting')} as hosting, f.reason_code
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

/** Whether the finding exists in this scope. */
export async function findingExists(db: Db, scope: Scope, findingId: string): Promise<boolean> {
  return (
    (await row(db, sql`select 1 from findings f where ${inScope(scope)} and f.id = ${findingId}::uuid`)) !== undefined
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

/** A condition on `f` (findings): assigned to nobody, or to this person. */
export const isAssigned = (to: AssignedChoice, userId: string): Sql =>
  to === 'nobody'
    ? sql`not exists (select from assignments a where a.company_id = f.company_id and a.finding_id = f.id)`
    : sql`exists (select from assignments a where a.company_id = f.company_id and a.finding_id = f.id
        and a.user_id = ${userId}::uuid)`

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

/**
 * Adds an address that a person typed to the abuse contacts of its registrar and host (G74); of one, where the person
 * said whose. An address that is known already is not added: the registrar's desk is not that of the host.
 */
export async function saveContact(
  db: Db,
  userId: string,
  used: Pick<NoticeFields, 'registrar' | 'hosting' | 'abuseEmail' | 'deskKind'>,
): Promise<void> {
  const { registrar, hosting, deskKind } = used
  const owners = deskKind === 'registrar' ? [registrar] : deskKind === 'host' ? [hosting] : [registrar, hosting]
  const names = [...new Set(owners.filter((name) => name !== null && name !== ''))]
  const email = used.abuseEmail.toLowerCase()
  await rows(
    db,
    sql`insert into abuse_contacts (name, email, source, created_by)
      select name, ${email}, ${sources.typed}, ${userId}::uuid from unnest(${names}::text[]) as n (name)
      where ${deskKind !== undefined} or not exists (select from abuse_contacts c where lower(c.email) = ${email}
        and (c.created_by is null or lower(c.name) = any(${names.map((name) => name!.toLowerCase())}::text[])))
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
