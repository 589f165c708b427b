import { isActiveStaff } from '#kit/server/active-people.ts'
import { row, rows, sql, type Db, type Sql } from '#kit/server/db.ts'
import { inMicroseconds } from '#kit/server/moment.ts'
import { approved, closedStatuses } from '#vocabulary/statuses.ts'

export type FindingKey = { companyId: string; id: string }

/** Whether this person is active staff; the row is locked, so that the person is not removed meanwhile. */
export async function lockActiveStaff(db: Db, userId: string): Promise<boolean> {
  const found = await row(
    db,
    sql`select id from users u where id = ${userId}::uuid and ${isActiveStaff(sql`u`)} for share`,
  )
  return found !== undefined
}

/** Locks findings until the transaction ends, so that two people assign them one after the other. */
export function lockFindings(db: Db, ids: readonly string[]): Promise<FindingKey[]> {
  return rows(
    db,
    sql`select f.company_id as "companyId", f.id from findings f
      where f.company_id in (select id from companies) and f.id = any(${ids}::uuid[]) and f.deleted_at is null
      order by f.company_id, f.id for no key update`,
  )
}

/** The same for all open work of a person. */
export function lockWorkOf(db: Db, userId: string): Promise<FindingKey[]> {
  return rows(
    db,
    sql`select f.company_id as "companyId", f.id from assignments a
      join findings f on f.company_id = a.company_id and f.id = a.finding_id
      where a.user_id = ${userId}::uuid and f.deleted_at is null and f.status <> all(${closedStatuses}::text[])
      order by f.company_id, f.id for no key update of f`,
  )
}

type MoveParams = { by: string; person: string; to: string | null; moment: string; seconds: number }

/** Locks what somebody moved from one person to another, or to the queue, at a moment at most `seconds` ago. */
export function lockMoved(db: Db, { by, person, to, moment, seconds }: MoveParams): Promise<FindingKey[]> {
  return rows(
    db,
    sql`select f.company_id as "companyId", f.id from assignment_log l
      join findings f on f.company_id = l.company_id and f.id = l.finding_id and f.deleted_at is null
      where l.by_user = ${by}::uuid and l.at = ${moment}::timestamptz and l.at > now() - make_interval(secs => ${seconds})
        and l.user_from = ${person}::uuid and l.user_to is not distinct from ${to}::uuid
      order by f.company_id, f.id for no key update of f`,
  )
}

type TakeParams = { platform: string; companyId: string | undefined; count: number }

/** Locks the oldest approved findings that nobody has and nobody else is taking: only months that have some are read. */
export function lockNext(db: Db, { platform, companyId, count }: TakeParams): Promise<FindingKey[]> {
  const ofCompany = companyId === undefined ? sql`` : sql`and c.company_id = ${companyId}::uuid`
  const pending = sql`select company_id, date_trunc('month', reporting_date)::date as month, n from counter_delta c
    where c.platform = ${platform} and c.status = ${approved} ${ofCompany}`
  return rows(
    db,
    sql`with cells as (
        select company_id, month, n from counter_month c
          where c.platform = ${platform} and c.status = ${sql.lit(approved)} ${ofCompany}
        union all ${pending}),
      months as materialized (
        select company_id, month from cells group by 1, 2 having sum(n) > 0 order by month, company_id)
      select f.company_id as "companyId", f.id from months m join findings f on f.company_id = m.company_id
        and f.platform = ${platform} and f.reporting_date between m.month and (m.month + interval '1 month')::date - 1
      where f.status = ${approved} and f.deleted_at is null and not exists (
        select from assignments a where a.company_id = f.company_id and a.finding_id = f.id)
      order by m.month, f.priority = 'High' desc nulls last, f.reporting_date, f.company_id, f.id
      limit ${count} for no key update of f skip locked`,
  )
}

const unnestKeys = (findings: readonly FindingKey[]): Sql =>
  sql`unnest(${findings.map(({ companyId }) => companyId)}::uuid[], ${findings.map(({ id }) => id)}::uuid[]) k (company_id, id)`

/**
 * Locks the assignments of locked findings, and returns the moment of what is about to happen to them. It comes after all
 * that others did to them, whoever began first: the log, read by its moments, ends with what is stored.
 */
export async function lockAssignments(db: Db, findings: readonly FindingKey[]): Promise<string> {
  await rows(
    db,
    sql`select from assignments a join ${unnestKeys(findings)} on k.company_id = a.company_id and k.id = a.finding_id
      order by a.company_id, a.finding_id for update of a`,
  )
  return (await row<{ moment: string }>(db, sql`select ${inMicroseconds(sql`clock_timestamp()`)} as moment`))!.moment
}

type AssignParams = {
  findings: readonly FindingKey[]
  to: string | null
  by: string
  /** Of `lockAssignments`. */
  moment: string
  /** Only those that are this person's (null: nobody's); undefined: whose they are does not matter. */
  from?: string | null | undefined
}

/** A finding that changed hands; `userFrom` is null where it was in the queue. */
export type Reassigned = FindingKey & { userFrom: string | null }

/** Assigns locked findings or returns them to the queue, and logs each change. Returns what changed. */
export function setAssignee(db: Db, { findings, to, by, from, moment }: AssignParams): Promise<Reassigned[]> {
  const expected = from === undefined ? sql`true` : sql`a.user_id is not distinct from ${from}::uuid`
  return rows(
    db,
    sql`with wanted as (
        select k.company_id, k.id, a.user_id as user_from from ${unnestKeys(findings)}
        left join assignments a on a.company_id = k.company_id and a.finding_id = k.id
        where a.user_id is distinct from ${to}::uuid and ${expected}),
      changed as (${to === null ? removal : assignment(to, by)}),
      logged as (
        insert into assignment_log (company_id, finding_id, user_from, user_to, by_user, at)
        select company_id, id, user_from, ${to}::uuid, ${by}::uuid, ${moment}::timestamptz from wanted)
      select w.company_id as "companyId", w.id, w.user_from as "userFrom"
      from changed c join wanted w on w.company_id = c.company_id and w.id = c.finding_id`,
  )
}

const removal: Sql = sql`delete from assignments a using wanted w where a.company_id = w.company_id and a.finding_id = w.id
  returning a.company_id, a.finding_id`

const assignment = (to: string, by: string): Sql => sql`insert into assignments
    (company_id, finding_id, user_id, assigned_by, due_from)
  select w.company_id, w.id, ${to}::uuid, ${by}::uuid, (
    select max(l.at) from status_log l where l.company_id = w.company_id and l.finding_id = w.id and l.status_to = ${approved})
  from wanted w
  on conflict (company_id, finding_id) do update set user_id = excluded.user_id, assigned_by = excluded.assigned_by,
    assigned_at = now()
  returning company_id, finding_id`
