import { type Db, rows, sql, type Sql } from '#kit/server/db.ts'

type Ref = { companyId: string; id: string }

/** The findings that were removed from a cluster and belong to it by no other value, as `finding_id`. */
export const outside = ({ companyId, id }: Ref): Sql => sql`
  select distinct v.finding_id from cluster_values s
  join finding_values v on v.company_id = s.company_id and v.value_id = s.value_id and v.is_parted
  join findings f on f.company_id = v.company_id and f.id = v.finding_id and f.deleted_at is null
  where s.company_id = ${companyId} and s.cluster_id = ${id} and not exists (
    select from finding_values o join cluster_values c on c.company_id = o.company_id and c.value_id = o.value_id
    where o.company_id = v.company_id and o.finding_id = v.finding_id and not o.is_parted and c.cluster_id = ${id})`

/** Those of them that this event of the cluster's history removed; of any other event none. */
export async function removedBy(db: Db, ref: Ref, eventId: string): Promise<string[]> {
  const found = await rows<{ id: string }>(
    db,
    sql`select o.finding_id as id from (${outside(ref)}) o where o.finding_id = any((
      select e.finding_ids from cluster_events e where e.company_id = ${ref.companyId} and e.id = ${eventId}
        and e.type = 'parted-findings')::uuid[]) order by 1`,
  )
  return found.map(({ id }) => id)
}

/** Makes these findings belong to a cluster again by the values that they have of it. */
export async function putBack(db: Db, { companyId, id }: Ref, findings: readonly string[]): Promise<void> {
  await sql`update finding_values v set is_parted = false from cluster_values s
    where s.company_id = v.company_id and s.value_id = v.value_id and s.cluster_id = ${id}
      and v.company_id = ${companyId} and v.finding_id = any(${findings}::uuid[]) and v.is_parted`.execute(db)
}
