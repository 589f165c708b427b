import { z } from 'zod'
import { job } from '#kit/contract/job.ts'
import type { DataModel, FieldChange } from '#vocabulary/data-log.ts'
import { rows, sql, type Db, type Sql } from './db.ts'
import { jsonbOf } from './jsonb.ts'

/** Every night: creates the log partitions of the coming months; without them rows go to the default partition. */
export const maintainLogPartitions = job({
  name: 'maintain-log-partitions',
  payload: z.object({}),
  tries: 3,
  cron: '30 20 * * *',
})

/** Creates the missing monthly log partitions of this month and the next three. */
export async function createLogPartitions(db: Db): Promise<void> {
  await rows(db, sql`select make_log_parts()`)
}

/** Who did something, as stored in the logs; `userId` is null for automatic changes. */
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

/**
 * The id of row number `n` of a bulk change `d`: time and random part shared by all rows, a 24-bit counter between them
 * (RFC 9562, 6.2). Such ids take a fifth of the time of individual ones and are adjacent in every index.
 */
const idOf = (n: Sql): Sql =>
  sql`(d.moment || to_hex(x'70008000'::bigint + (${n} >> 12 << 16) + (${n} & 4095)) || d.chance)::uuid`

/**
 * Inserts one status-log row for each row of `moves`; the last part of the statement that changed the statuses (G106).
 * `moves` is a relation with company_id, brand_id, platform, finding_id, search_term, status_from, status_to and at, the
 * moment of the change. Rows that differ only in the finding form a batch: the first is its head, and the ids of the
 * others follow its id (migration 0065).
 */
export function logMoves(actor: Actor, module: LogModule, moves: Sql): Sql {
  const common = sql`company_id, brand_id, platform, status_from, status_to, at`
  return sql`with numbered as (
        select m.*, row_number() over (order by brand_id, status_to, status_from, company_id, platform, at) as n from ${moves} m),
      ids as materialized (
        select lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0') as moment,
          right(gen_random_uuid()::text, 12) as chance),
      heads as materialized (
        select g.*, ${idOf(sql`g.first`)} as id
        from (select ${common}, min(n) as first, count(*)::int as batch_size from numbered group by ${common}) g, ids d)
    insert into status_log
    (id, at, company_id, brand_id, platform, finding_id, module, user_id, username, search_term, status_from, status_to,
      batch_size, batch_id)
    select ${idOf(sql`m.n`)}, at, company_id, brand_id, platform, m.finding_id, ${module}, ${actor.userId}::uuid,
      ${actor.username}, coalesce(m.search_term, ''), status_from, status_to,
      case when m.n = l.first then l.batch_size else 0 end, case when m.n <> l.first then l.id end
    from numbered m join heads l using (${common}) cross join ids d`
}

export type DataChange = {
  type: 'add' | 'update' | 'delete' | 'export'
  /** Model name of G106. */
  model: DataModel
  total: number
  /** What it was about, as the screens name it; `namesSubject`, `countedSubject` and `partsSubject` write one. */
  subject: string
  /** The record, where it was one. */
  recordId?: string | undefined
  companyId?: string | undefined
  /** Fields of the record that changed: `changedFields`. */
  changes?: readonly FieldChange[]
  /** What else is to be known of it, as the feature that writes it declares. */
  detail?: object
}

/** Maximum length of a stored subject, in characters. */
const longestSubject = 500

/**
 * Writes one data-log entry: what kind of record was added, updated, deleted or exported, how many, and which (G106).
 * The only function that writes this log.
 */
export async function logDataChange(db: Db, actor: Pick<Actor, 'userId'>, change: DataChange): Promise<void> {
  const subject = change.subject.slice(0, longestSubject).toWellFormed()
  const changes = change.changes?.length ? jsonbOf(change.changes) : null
  await sql`insert into data_log (id, user_id, type, model, total_affected, company_id, detail, subject, record_id, changes)
    values (uuid_v7(), ${actor.userId}::uuid, ${change.type}, ${change.model}, ${change.total},
      ${change.companyId ?? null}::uuid, ${change.detail ? jsonbOf(change.detail) : null}::jsonb, ${subject},
      ${change.recordId ?? null}::uuid, ${changes}::jsonb)`.execute(db)
}
