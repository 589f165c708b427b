import { storedName } from '#columns/stored.ts'
import { columnOrNull, joinPlatformTable, reportedColumn } from '#features/findings/server/column-refs.ts'
import { type Db, row, rows, sql } from '#kit/server/db.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import type { Day } from '#vocabulary/dates.ts'
import type { FoundContacts } from './parsed-answer.ts'

/** The outcome of a registry query, as it is stored. */
export type Registration = {
  outcome: 'found' | 'unregistered' | 'throttled' | 'unknown'
  name: string | null
  emails: string[]
  reason: string | null
  source: string | null
  server: string | null
} & Pick<FoundContacts, 'registeredOn' | 'expiresOn' | 'changedOn' | 'country' | 'form'>

/** How long a stored registration is used, in seconds; failures are retried sooner. */
const lifetimeSeconds: Readonly<Record<Registration['outcome'], number>> = {
  found: 7 * 86_400,
  unregistered: 86_400,
  throttled: 3600,
  unknown: 6 * 3600,
}

/** The stored registration of a subject; undefined when there is none or it has expired. */
export async function storedRegistration(db: Db, subject: string): Promise<Registration | undefined> {
  const found = await row<Registration & { age: number }>(
    db,
    sql`select outcome, name, emails, reason, source, server, registered_on::text as "registeredOn",
        expires_on::text as "expiresOn", changed_on::text as "changedOn", country, form,
        extract(epoch from now() - requested_at)::float8 as age
      from registrations where subject = ${subject}`,
  )
  if (!found || found.age > lifetimeSeconds[found.outcome]) return undefined
  const { age: _, ...registration } = found
  return registration
}

/** Stores the registration of a subject, with the current time. */
export async function saveRegistration(db: Db, subject: string, registration: Registration): Promise<void> {
  await rows(
    db,
    sql`insert into registrations (subject, outcome, name, emails, reason, source, server, registered_on, expires_on,
        changed_on, country, form)
      values (${subject}, ${registration.outcome}, ${registration.name}, ${registration.emails}::text[], ${registration.reason},
        ${registration.source}, ${registration.server}, ${registration.registeredOn}::date, ${registration.expiresOn}::date,
        ${registration.changedOn}::date, ${registration.country}, ${registration.form})
      on conflict (subject) do update set outcome = excluded.outcome, name = excluded.name, emails = excluded.emails,
        reason = excluded.reason, source = excluded.source, server = excluded.server, registered_on = excluded.registered_on,
        expires_on = excluded.expires_on, changed_on = excluded.changed_on, country = excluded.country, form = excluded.form, requested_at = now()`,
  )
}

/** Whether a server may be queried now; if so, the next query waits `gap` seconds. Processes share the budget. */
export async function reserveTurn(db: Db, server: string, gap: number): Promise<boolean> {
  const reserved = await row(
    db,
    sql`insert into server_budgets as b (server, next_at)
      values (${server}, clock_timestamp() + make_interval(secs => ${gap}))
      on conflict (server) do update set next_at = clock_timestamp() + make_interval(secs => ${gap})
      where b.next_at <= clock_timestamp() returning 1`,
  )
  return reserved !== undefined
}

/** In how many seconds, to the next one, a server may be queried. */
export async function secondsUntilTurn(db: Db, server: string): Promise<number> {
  const found = await row<{ seconds: number }>(
    db,
    sql`select greatest(0, ceil(extract(epoch from next_at - clock_timestamp())))::int as seconds from server_budgets
      where server = ${server}`,
  )
  return found?.seconds ?? 0
}

/** Sends no query to a rate-limiting server for so many seconds. */
export async function pauseServer(db: Db, server: string, seconds: number): Promise<void> {
  await rows(
    db,
    sql`insert into server_budgets (server, next_at) values (${server}, now() + make_interval(secs => ${seconds}))
      on conflict (server) do update set next_at = greatest(server_budgets.next_at, excluded.next_at)`,
  )
}

/** A finding that lacks registrar, IP address or host. */
export type IncompleteFinding = {
  companyId: string
  id: string
  address: string
  registrar: string | null
  ipAddress: string | null
  hosting: string | null
}

/**
 * Findings reported since a day that lack registrar, IP or host, and older ones that are to be asked for again; those
 * that are due for a look-up, earliest due first.
 */
export function findingsToLookUp(
  db: Db,
  platform: FindingPlatformDefinition,
  { since, limit }: { since: Day; limit: number },
): Promise<IncompleteFinding[]> {
  const own = (name: string) => columnOrNull(platform, name)
  const address = reportedColumn(platform)
  return rows(
    db,
    sql`select f.company_id as "companyId", f.id, ${address} as address,
        nullif(${own('registrar')}, '') as registrar, nullif(${own('ipAddress')}, '') as "ipAddress",
        nullif(${own('hosting')}, '') as hosting
      from (select f.company_id, f.id from findings f
          where f.company_id in (select id from companies) and f.platform = ${platform.value} and f.deleted_at is null
            and f.reporting_date >= ${since}::date
          union select l.company_id, l.finding_id from finding_lookups l where l.next_at <= now()) as k
      join findings f on f.company_id = k.company_id and f.id = k.id ${joinPlatformTable(platform)}
      left join finding_lookups l on l.company_id = f.company_id and l.finding_id = f.id
      where f.platform = ${platform.value} and f.deleted_at is null and ${address} is not null
        and (coalesce(${own('registrar')}, '') = '' or coalesce(${own('ipAddress')}, '') = ''
          or coalesce(${own('hosting')}, '') = '')
        and (l.finding_id is null or l.next_at <= now())
      order by l.next_at nulls first, f.id limit ${limit}`,
  )
}

/** The looked-up values of a finding; null where unknown. */
export type HostDetails = {
  registrar: string | null
  ipAddress: string | null
  hosting: string | null
  registeredOn: string | null
  expiresOn: string | null
  changedOn: string | null
}

/** The columns of a platform that the days of a registration fill. */
const dayColumns = [
  ['registrationDate', 'registeredOn'],
  ['expiryDate', 'expiresOn'],
  ['lastMofifiedDate', 'changedOn'],
] as const

/**
 * Why something of a finding is asked for again, and in how many seconds: a server could not be asked, gave no answer, or
 * does not know the name (yet).
 */
export type Retry = { because: 'later' | 'failed' | 'unregistered'; seconds: number }

/** After so many failures in a row, and so many answers that a name is not registered, a finding is given up. */
const maxTries = { failures: 8, unregistered: 8 }

/**
 * Fills the missing columns of a finding, never overwriting entered values, and schedules the next look-up, if any. One
 * that only waits for its turn counts as none.
 */
export async function fillIn(
  db: Db,
  platform: FindingPlatformDefinition,
  { finding, details, retry }: { finding: IncompleteFinding; details: HostDetails; retry: Retry | null },
): Promise<void> {
  const days = dayColumns
    .filter(([column]) => platform.columns[column])
    .map(([column, day]) => {
      const stored = sql.ref(storedName(column))
      return sql`, ${stored} = coalesce(${stored}, ${details[day]}::date)`
    })
  await rows(
    db,
    sql`update ${sql.table(platform.table)} set registrar = coalesce(nullif(registrar, ''), ${details.registrar}),
        ip_address = coalesce(nullif(ip_address, ''), ${details.ipAddress}),
        hosting = coalesce(nullif(hosting, ''), ${details.hosting})${days.length > 0 ? sql.join(days, sql` `) : sql``}
      where company_id = ${finding.companyId} and finding_id = ${finding.id}`,
  )
  const answered = retry?.because === 'later' ? 0 : 1
  const failed = retry?.because === 'failed' ? 1 : 0
  const unregistered = retry?.because === 'unregistered' ? 1 : 0
  const next = sql`now() + make_interval(secs => ${retry?.seconds ?? null})`
  await rows(
    db,
    sql`insert into finding_lookups as l (company_id, finding_id, tries, failures, unregistered, next_at)
      values (${finding.companyId}, ${finding.id}, ${answered}, ${failed}, ${unregistered}, ${next})
      on conflict (company_id, finding_id) do update set tries = l.tries + excluded.tries,
        failures = case when excluded.tries = 0 then l.failures when excluded.failures = 0 then 0 else l.failures + 1 end,
        unregistered = l.unregistered + excluded.unregistered,
        next_at = case
          when excluded.failures = 1 and l.failures >= ${maxTries.failures} then null
          when excluded.unregistered = 1 and l.unregistered >= ${maxTries.unregistered} then null
          else excluded.next_at end`,
  )
}

/**
 * Adds the abuse addresses that the stored registrations of these subjects name to the known contacts of their names
 * (G74), with registry and day; for those that a registry named before, these are brought up to date.
 */
export async function saveAbuseContacts(db: Db, subjects: readonly string[]): Promise<void> {
  await rows(
    db,
    sql`insert into abuse_contacts as c (name, email, source, checked_on, is_from_registry)
      select distinct on (lower(r.name), lower(e.email)) r.name, e.email,
        upper(coalesce(r.source, 'registry')) || coalesce(' of ' || r.server, ''), r.requested_at::date, true
      from registrations r cross join unnest(r.emails) as e (email)
      where r.subject = any(${subjects}::text[]) and r.outcome = 'found' and r.name is not null
      order by lower(r.name), lower(e.email), r.requested_at desc
      on conflict (lower(name), lower(email)) do update set source = excluded.source, checked_on = excluded.checked_on
        where c.is_from_registry and c.checked_on < excluded.checked_on`,
  )
}

/**
 * These addresses, then the known contacts of exactly this name, without duplicates; with whether mail to them bounced
 * and whether they were only ever entered manually. One that is known to be somebody else's is none of this name,
 * although a person once used it for both registrar and host (G74).
 */
export function abuseDesksNamed(
  db: Db,
  emails: readonly string[],
  name: string | null,
): Promise<{ email: string; bounced: boolean; byHand: boolean }[]> {
  return rows(
    db,
    sql`select k.email, g.email is not null as bounced, k.by_hand as "byHand"
      from (select lower(email) as email, min(position) as position, bool_and(by_hand) as by_hand from (
          select email, position, false as by_hand from unnest(${emails}::text[]) with ordinality as e (email, position)
          union all select c.email, 1000000, c.created_by is not null from abuse_contacts c where lower(c.name) = lower(${name})
            and (c.created_by is null or not exists (select from abuse_contacts o where lower(o.email) = lower(c.email)
              and o.created_by is null and lower(o.name) <> lower(c.name)))) as found
        group by 1) as k
      left join bounced_addresses g on g.email = k.email order by k.position, k.email`,
  )
}
