import type { EvidenceDay } from '#features/case-files/contract.ts'
import type { EvidenceItem, EvidenceList } from '#kit/evidence/evidence-list.ts'
import type { Signature } from '#kit/evidence/proof.ts'
import { type Db, row, rows, sql } from '#kit/server/db.ts'
import { jsonbOf } from '#kit/server/jsonb.ts'
import { type ProofParts, stampsWhere } from './proof-queries.ts'

/** The day after the last one with a list; undefined before the first. */
export function lastEvidenceDay(db: Db): Promise<{ next: string; head: string } | undefined> {
  return row(db, sql`select (day + 1)::text as next, head from evidence_days order by day desc limit 1`)
}

/**
 * The hashes of what was stored before the end of a day (UTC) and since the start of the day `from`, in order of kind and
 * key, at most `limit` after the given one.
 */
export function evidenceHashes(
  db: Db,
  {
    from,
    until,
    after,
    limit,
  }: { from: string | undefined; until: string; after: { kind: string; id: string }; limit: number },
): Promise<EvidenceItem[]> {
  const start = from === undefined ? sql`'-infinity'::timestamptz` : sql`${from}::timestamp at time zone 'utc'`
  const end = sql`(${until}::date + 1)::timestamp at time zone 'utc'`
  const part = (kind: string, table: string, at: string, sha256: string) =>
    after.kind > kind
      ? undefined
      : sql`(select ${kind}::text as kind, id, ${sql.ref(at)} as at, encode(${sql.ref(sha256)}, 'hex') as sha256
          from ${sql.id(table)} where ${sql.ref(sha256)} is not null and ${sql.ref(at)} >= ${start} and ${sql.ref(at)} < ${end}
            ${after.kind === kind ? sql`and id > ${after.id}::uuid` : sql``} order by id limit ${limit})`
  const parts = [
    part('answer', 'inbound_mails', 'received_at', 'stored_sha256'),
    part('file', 'files', 'created_at', 'sha256'),
    part('notice', 'mails', 'sending_at', 'stored_sha256'),
  ].filter((one) => one !== undefined)
  return rows(
    db,
    sql`select kind, id, at, sha256 from (${sql.join(parts, sql` union all `)}) e order by kind, id limit ${limit}`,
  )
}

/** Adds the list of a day; false when another process was first. */
export async function addEvidenceDay(
  db: Db,
  day: Pick<EvidenceList, 'day' | 'previous' | 'head' | 'counts'> & { listKey: string; signature: Signature },
): Promise<boolean> {
  const { file, notice, answer } = day.counts
  const added = await row(
    db,
    sql`insert into evidence_days (day, previous, head, items, notices, answers, list_key, signature)
      values (${day.day}, ${day.previous}, ${day.head}, ${file + notice + answer}, ${notice}, ${answer}, ${day.listKey},
        ${jsonbOf(day.signature)}::jsonb) on conflict do nothing returning day`,
  )
  return added !== undefined
}

/**
 * A page of the lists, newest first, and the total; `search` is the beginning of a day or of a code. A list whose
 * `previous` is not the head of the one before shows that one is missing.
 */
export async function pageOfEvidenceDays(
  db: Db,
  { search = '', size, offset }: { search: string | undefined; size: number; offset: number },
): Promise<{ found: EvidenceDay[]; total: number }> {
  const where = sql`where starts_with(d.day::text, ${search}) or starts_with(d.head, ${search.toLowerCase()})`
  const found = await rows<EvidenceDay>(
    db,
    sql`select d.day::text as id, (b.day + 1)::text as "from", d.items, d.notices, d.answers, d.head, d.previous,
        d.previous is not distinct from b.head as "followsOn", d.made_at as "madeAt",
        d.signature is not null as "isSigned",
        ${stampsWhere(sql`t.day = d.day`)} as stamps
      from evidence_days d
        left join lateral (select day, head from evidence_days e where e.day < d.day order by e.day desc limit 1) b on true
      ${where} order by d.day desc limit ${size} offset ${offset}`,
  )
  const counted = await row<{ n: number }>(db, sql`select count(*) as n from evidence_days d ${where}`)
  return { found, total: counted!.n }
}

/** The list of a day and its proof as it is now; undefined for a day without one. */
export function storedEvidenceDay(db: Db, day: string): Promise<(ProofParts & { listKey: string }) | undefined> {
  return row(
    db,
    sql`select d.list_key as "listKey", d.head, d.signature,
        coalesce((select jsonb_agg(jsonb_build_object('authority', t.authority,
            'token', translate(encode(t.token, 'base64'), E'\n', '')) order by t.authority)
          from time_stamps t where t.day = d.day and t.token is not null), '[]') as stamps
      from evidence_days d where d.day = ${day}::date`,
  )
}

/** The list that has what was stored on a day (UTC): of that day, or a later one; `day` is null before it is made. */
export type CoveringList = { stored: string; day: string | null; head: string | null }

export function coveringLists(db: Db, days: readonly string[]): Promise<CoveringList[]> {
  return rows(
    db,
    sql`select s.day::text as stored, d.day::text as day, d.head from unnest(${days}::date[]) s(day)
      left join lateral (select day, head from evidence_days e where e.day >= s.day order by e.day limit 1) d on true
      order by s.day`,
  )
}
