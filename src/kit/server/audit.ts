import { z } from 'zod'
import { job } from '#kit/contract/job.ts'
import { rows, sql, type Db, type Sql } from './db.ts'

/** Every night the logs get their parts of the coming months; without them rows gather in the rest. */
export const keepLogParts = job({ name: 'keep-log-parts', payload: z.object({}), tries: 3, cron: '30 20 * * *' })

/** Makes the logs' monthly parts of this and the next three months where they are missing. */
export async function makeLogParts(db: Db): Promise<void> {
  await rows(db, sql`select make_log_parts()`)
}

/** Who did something, as the logs keep it; nobody's id for what the house does by itself. */
export type Actor = { userId: string | null; username: string }

/** Where a status was changed (G106). */
export type LogModule =
  | 'dashboard'
  | 'bulk-approve'
  | 'enforcement'
  | 'bulk-enforcement'
  | 'enforcement-mail'
  | 'edit'
  | 'upload'
  | 'trap-purchase'
  | 'staging'
  | 'domain-search'

/** A new UUIDv7 inside the database (RFC 9562). */
const newIdSql: Sql = sql`encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid()) placing
  substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid`

/** Moment and chance of the ids below, once for a whole select. */
const momentSql = sql`(select lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0'))`
const chanceSql = sql`(select right(gen_random_uuid()::text, 12))`

/** The id of the row with number `n`: moment and chance of all, a count of 24 bits between them (RFC 9562, 6.2). */
const idOf = (n: Sql, { moment, chance }: { moment: Sql; chance: Sql }): Sql =>
  sql`(${moment} || to_hex(x'70008000'::bigint + (${n} >> 12 << 16) + (${n} & 4095)) || ${chance})::uuid`

/**
 * New ids for every row of a select. They take a fifth of the time that single ones take, and stand in every index beside
 * each other.
 */
export const newIdsSql: Sql = idOf(sql`row_number() over ()`, { moment: momentSql, chance: chanceSql })

/**
 * The insert of one status-log row per row of `moves`, for use as the last part of a statement that made them (G106).
 * `moves` names a relation with company_id, brand_id, platform, finding_id, search_term, status_from, status_to. Of rows
 * that are alike but for the finding the first leads, and their ids follow its own (migration 0065).
 */
export function logMoves(actor: Actor, module: LogModule, moves: Sql): Sql {
  const common = sql`company_id, brand_id, platform, status_from, status_to`
  const of = { moment: sql`d.moment`, chance: sql`d.chance` }
  return sql`with numbered as (
        select m.*, row_number() over (order by brand_id, status_to, status_from, company_id, platform) as n from ${moves} m),
      deed as materialized (select ${momentSql} as moment, ${chanceSql} as chance),
      leaders as materialized (
        select g.*, ${idOf(sql`g.first`, of)} as id
        from (select ${common}, min(n) as first, count(*)::int as leads from numbered group by ${common}) g, deed d)
    insert into status_log
    (id, at, company_id, brand_id, platform, finding_id, module, user_id, username, search_term, status_from, status_to,
      leads, leader_id)
    select ${idOf(sql`m.n`, of)}, now(), company_id, brand_id, platform, m.finding_id, ${module}, ${actor.userId}::uuid,
      ${actor.username}, coalesce(m.search_term, ''), status_from, status_to,
      case when m.n = l.first then l.leads else 0 end, case when m.n <> l.first then l.id end
    from numbered m join leaders l using (${common}) cross join deed d`
}

export type DataChange = {
  type: 'add' | 'update' | 'delete'
  /** Model name of G106: Domain, Website, SocialMedia, Ecommerce, AppStore, Company, Brand … */
  model: string
  total: number
  companyId?: string | undefined
}

/** Writes one data-log entry: what kind of record was added, updated or deleted, and how many (G106). */
export async function recordData(db: Db, actor: Actor, change: DataChange): Promise<void> {
  await sql`insert into data_log (id, user_id, type, model, total_affected, company_id)
    values (${newIdSql}, ${actor.userId}::uuid, ${change.type}, ${change.model}, ${change.total},
      ${change.companyId ?? null}::uuid)`.execute(db)
}
