import type { Sized, Union } from './unite.ts'
import { type Db, rows, sql } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import type { ClusterEventType } from '#features/clusters/rules.ts'

/** How many values and findings these clusters have. */
export function sizesOf(db: Db, companyId: string, ids: readonly string[]): Promise<Sized[]> {
  return rows(
    db,
    sql`select s.cluster_id as id, count(*)::int as values, max(s.findings) as findings from cluster_values s
      where s.company_id = ${companyId} and s.cluster_id = any(${ids}::uuid[]) group by 1`,
  )
}

/**
 * Makes clusters part of others: only their values are written, whatever the number of findings. Returns those of them
 * that people could see before, which stay as references.
 */
export async function joinInto(db: Db, companyId: string, unions: readonly Union[]): Promise<Set<string>> {
  const from = sql`${unions.map((one) => one.from)}::uuid[]`
  const into = sql`${unions.map((one) => one.into)}::uuid[]`
  await sql`update cluster_values s set cluster_id = u.into_id from unnest(${from}, ${into}) u (from_id, into_id)
    where s.company_id = ${companyId} and s.cluster_id = u.from_id`.execute(db)
  await sql`delete from cluster_counts where company_id = ${companyId} and cluster_id = any(${from})`.execute(db)
  const seen = await rows<{ id: string }>(
    db,
    sql`update clusters c set joined_into = u.into_id, findings = 0, open = 0, brands = 0, is_stale = false, version = c.version + 1
      from unnest(${from}, ${into}) u (from_id, into_id)
      where c.company_id = ${companyId} and c.id = u.from_id returning c.id`,
  )
  // References never lead over several clusters.
  await sql`update clusters c set joined_into = u.into_id from unnest(${from}, ${into}) u (from_id, into_id)
    where c.company_id = ${companyId} and c.joined_into = u.from_id`.execute(db)
  await sql`update clusters set version = version + 1
    where company_id = ${companyId} and joined_into is null and id = any(${into})`.execute(db)
  return new Set(seen.map(({ id }) => id))
}

type Event = {
  clusterId: string
  type: ClusterEventType
  what: string
  otherId?: string
  findings?: number
  findingIds?: readonly string[]
  note?: string
  userId?: string
}

/** Writes the history of clusters. */
export async function addEvents(db: Db, companyId: string, events: readonly Event[]): Promise<void> {
  if (events.length === 0) return
  const values = events.map(
    (
      one,
    ) => sql`(${companyId}::uuid, ${newId()}::uuid, ${one.clusterId}::uuid, ${one.userId ?? null}::uuid, ${one.type},
      ${one.otherId ?? null}::uuid, ${one.what}, ${one.findings ?? 0}::int, ${one.findingIds ?? []}::uuid[], ${one.note ?? ''})`,
  )
  await rows(
    db,
    sql`insert into cluster_events (company_id, id, cluster_id, user_id, type, other_id, what, findings, finding_ids, note)
      values ${sql.join(values)}`,
  )
}
