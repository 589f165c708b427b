import { isActiveStaff } from '#kit/server/active-people.ts'
import { likePattern, row, rows, sql, type Db, type Sql } from '#kit/server/db.ts'
import { nameOrRoleOf } from '#kit/server/full-name.ts'
import { approved, closedStatuses } from '#vocabulary/statuses.ts'

const isOpen = sql`f.deleted_at is null and f.status <> all(${closedStatuses}::text[])`

/**
 * The agreed days of a finding until a notice is sent: the row for its priority, else the one for any. None is due after the
 * first one since the approval, nor about what is down.
 */
const joinAgreed = sql`left join lateral (
    select g.days, g.is_business from agreed_days g
    where g.company_id = f.company_id and g.platform = f.platform and g.step = 'notice' and g.priority in ('', f.priority)
      and not exists (select from finding_clocks c where c.company_id = f.company_id and c.finding_id = f.id
        and (c.sent_at >= a.due_from or c.unreachable_at is not null))
    order by g.priority desc limit 1) g on f.status = ${approved}`

/** The day by which a notice is agreed to be sent; business days count from the last one before. */
function dueOn(zone: string): Sql {
  const from = sql`(a.due_from at time zone ${zone})::date`
  const workday = sql`(${from} - greatest(0, extract(isodow from ${from})::int - 5))`
  return sql`case when g.is_business
    then ${workday} + g.days + 2 * ((g.days + extract(isodow from ${workday})::int - 1) / 5) else ${from} + g.days end`
}

const todayIn = (zone: string): Sql => sql`(now() at time zone ${zone})::date`

export type ItemRow = {
  id: string
  platform: string
  company: string
  companyId: string
  brand: string
  status: string
  priority: string | null
  reportingDate: string
  assignedAt: string
  due: string | null
  isOverdue: boolean
}

/** By company, brand or address, which the log has for every platform. */
function matching(search: string): Sql {
  const pattern = likePattern(search)
  return sql`and (c.name ilike ${pattern} or b.brand_name ilike ${pattern} or exists (
    select from status_log l where l.company_id = f.company_id and l.finding_id = f.id and l.search_term ilike ${pattern}))`
}

/** What a list is narrowed to; undefined: not by that. */
type Narrowed = { company: string | undefined; brand: string | undefined; platform: string | undefined }

const within = ({ company, brand, platform }: Narrowed): Sql => sql`
    ${company === undefined ? sql`` : sql`and f.company_id = ${company}::uuid`}
    ${brand === undefined ? sql`` : sql`and f.brand_id = ${brand}::uuid`}
    ${platform === undefined ? sql`` : sql`and f.platform = ${platform}`}`

type ListParams = Narrowed & {
  userId: string
  /** Only what is due before today, or today. */
  due: 'overdue' | 'today' | undefined
  search: string | undefined
  zone: string
  size: number
  offset: number
}

/** One page of a person's open work: overdue first, then by day due, priority and age; and the total. */
export async function workOf(db: Db, params: ListParams): Promise<{ found: ItemRow[]; total: number }> {
  const { zone } = params
  const counted = sql`select f.id, f.platform, c.name as company, f.company_id as "companyId", b.brand_name as brand,
      f.status, f.priority, f.reporting_date as "reportingDate", a.assigned_at as "assignedAt", ${dueOn(zone)} as due
    from assignments a join findings f on f.company_id = a.company_id and f.id = a.finding_id
      join companies c on c.id = f.company_id join brands b on b.id = f.brand_id ${joinAgreed}
    where a.user_id = ${params.userId}::uuid and ${isOpen} ${within(params)}
      ${params.search ? matching(params.search) : sql``}`
  const chosen =
    params.due === undefined ? sql`` : sql`where w.due ${params.due === 'overdue' ? sql`<` : sql`=`} ${todayIn(zone)}`
  const found = await rows<ItemRow & { total: number }>(
    db,
    sql`select w.*, coalesce(w.due < ${todayIn(zone)}, false) as "isOverdue", count(*) over ()::int as total
      from (${counted}) w ${chosen}
      order by w.due nulls last, w.priority = 'High' desc nulls last, w."reportingDate", w.id
      limit ${params.size} offset ${params.offset}`,
  )
  return { found: found.map(({ total: _total, ...item }) => item), total: found[0]?.total ?? 0 }
}

/** How much open work a person has, and how much of it is due today or was due before. */
export async function countsOf(
  db: Db,
  { userId, zone }: { userId: string; zone: string },
): Promise<{ assigned: number; dueToday: number; overdue: number }> {
  const counted = await row<{ assigned: number; dueToday: number; overdue: number }>(
    db,
    sql`select count(*)::int as assigned, count(*) filter (where w.due = ${todayIn(zone)})::int as "dueToday",
        count(*) filter (where w.due < ${todayIn(zone)})::int as overdue
      from (select ${dueOn(zone)} as due
        from assignments a join findings f on f.company_id = a.company_id and f.id = a.finding_id ${joinAgreed}
        where a.user_id = ${userId}::uuid and ${isOpen}) w`,
  )
  return counted!
}

export type PersonLoad = { id: string; name: string; open: number; high: number; overdue: number }

/** Every active member of staff with the open work of each. */
export function loads(db: Db, zone: string): Promise<PersonLoad[]> {
  return rows(
    db,
    sql`select u.id, ${nameOrRoleOf(sql`u`)} as name, coalesce(w.open, 0)::int as open, coalesce(w.high, 0)::int as high,
        coalesce(w.overdue, 0)::int as overdue
      from users u left join (
        select a.user_id, count(*) as open, count(*) filter (where f.priority = 'High') as high,
          count(*) filter (where ${dueOn(zone)} < ${todayIn(zone)}) as overdue
        from assignments a join findings f on f.company_id = a.company_id and f.id = a.finding_id ${joinAgreed}
        where ${isOpen} group by a.user_id) w on w.user_id = u.id
      where ${isActiveStaff(sql`u`)} order by 3 desc, lower(u.first_name), u.id`,
  )
}

/** Work that returned to the queue in the last seven days because its owner can no longer do it. */
export function returnedWork(db: Db): Promise<{ name: string; count: number; at: string }[]> {
  return rows(
    db,
    sql`select ${nameOrRoleOf(sql`u`)} as name, count(*)::int as count, max(l.at) as at
      from assignment_log l join users u on u.id = l.user_from
      where l.by_user is null and l.at > now() - interval '7 days' group by u.id order by 3 desc limit 20`,
  )
}
