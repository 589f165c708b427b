import type { Escalation, Step } from '#features/escalations/contract.ts'
import type { Page } from '#kit/contract/page.ts'
import { type Db, joinConditions, row, rows, sql, type Sql } from '#kit/server/db.ts'
import { jsonbOf } from '#kit/server/jsonb.ts'
import { type ListQuery, orderOf, readPage } from '#kit/server/read-page.ts'
import { searchConditions } from '#kit/server/search-text.ts'
import { atVersion } from '#kit/server/versions.ts'
import { reportedPlatforms } from '#platforms/all.ts'
import type { FindingPlatform } from '#vocabulary/platform-names.ts'
import { joinAddressTables, reportedAddress } from './reported-address.ts'

/** Only an Admin reads escalations, and sees those of every company (G34). */
const columns = sql`e.id, jsonb_build_object('id', c.id, 'name', c.name) as company,
  jsonb_build_object('id', b.id, 'name', b.brand_name) as brand, e.platform, e.enabled as configured,
  coalesce(l.enabled, false) as enabled, coalesce(l.stops_on_reply, true) as "stopsOnReply",
  coalesce(l.steps, '[]') as steps, coalesce(l.version, 0) as version,
  (select count(*) from escalation_runs r where r.configuration_id = e.id
    and r.state in ('waiting', 'leaving', 'task', 'paused')) as running`
const from = sql`from enforcement_configurations e join companies c on c.id = e.company_id
  join brands b on b.id = e.brand_id left join escalations l on l.configuration_id = e.id`
const isReported = sql`e.deleted_at is null and e.platform = any(${reportedPlatforms.map(({ value }) => value)}::text[])`

const sortColumns: Readonly<Record<string, Sql>> = {
  company: sql`lower(c.name)`,
  brand: sql`lower(b.brand_name)`,
  platform: sql`e.platform`,
  enabled: sql`coalesce(l.enabled, false)`,
}

/** A page of escalations that match the search text (G108), newest configuration first unless sorted. */
export function pageOfEscalations(
  db: Db,
  query: ListQuery & { configuration?: string | undefined },
): Promise<Page<Escalation>> {
  const conditions = joinConditions([
    isReported,
    ...(query.configuration ? [sql`e.id = ${query.configuration}::uuid`] : []),
    ...searchConditions(query.search, [sql`c.name`, sql`b.brand_name`, sql`e.platform`]),
  ])
  return readPage(db, query, {
    select: columns,
    from: sql`${from} where ${conditions}`,
    order: orderOf(query, sortColumns, sql`e.id`),
  })
}

/** The escalation of a configuration; undefined when the configuration does not exist. */
export function escalationById(db: Db, id: string): Promise<Escalation | undefined> {
  return row(db, sql`select ${columns} ${from} where ${isReported} and e.id = ${id}`)
}

export type EscalationSettings = { enabled: boolean; stopsOnReply: boolean; steps: readonly Step[] }

/** Stores the first version; undefined when there is one already, also one stored concurrently. */
export function insertEscalation(db: Db, id: string, settings: EscalationSettings): Promise<object | undefined> {
  return row(
    db,
    sql`insert into escalations (configuration_id, enabled, stops_on_reply, steps)
      values (${id}, ${settings.enabled}, ${settings.stopsOnReply}, ${jsonbOf(settings.steps)}::jsonb)
      on conflict do nothing returning version`,
  )
}

/** Updates an escalation; undefined when there is none, or its version is not the one the caller saw. */
export function updateEscalation(
  db: Db,
  id: string,
  settings: EscalationSettings,
  version: number | undefined,
): Promise<object | undefined> {
  return row(
    db,
    sql`update escalations set enabled = ${settings.enabled}, stops_on_reply = ${settings.stopsOnReply},
        steps = ${jsonbOf(settings.steps)}::jsonb, version = version + 1, updated_at = now()
      where configuration_id = ${id} and ${atVersion(version)} returning version`,
  )
}

export type ConfigurationRef = { id: string; companyId: string; platform: FindingPlatform }

/** The configuration of an escalation, locked until the transaction ends; undefined when there is none. */
export function lockConfiguration(db: Db, id: string): Promise<ConfigurationRef | undefined> {
  return row(
    db,
    sql`select e.id, e.company_id as "companyId", e.platform from enforcement_configurations e
      where e.id = ${id} and ${isReported} for share`,
  )
}

/** Brand and address of a run's finding, for the text of a notification. */
export async function subjectOf(db: Db, runId: string): Promise<{ brand: string; address: string; brandId: string }> {
  const found = await rows<{ brand: string; address: string; brandId: string }>(
    db,
    sql`select b.brand_name as brand, b.id as "brandId", ${reportedAddress} as address from escalation_runs r
      join findings f on f.company_id = r.company_id and f.id = r.finding_id join brands b on b.id = f.brand_id
      ${joinAddressTables} where r.id = ${runId}`,
  )
  return found[0]!
}
