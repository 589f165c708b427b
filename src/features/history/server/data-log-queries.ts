import type { TakenOut } from '#features/exports/contract-schemas.ts'
import { id as anId } from '#kit/contract/texts.ts'
import { likePattern, joinConditions, row, rows, sql, type Db, type Sql } from '#kit/server/db.ts'
import { fullNameOf } from '#kit/server/full-name.ts'
import type { FieldChange } from '#vocabulary/data-log.ts'
import { daysAfter } from '#vocabulary/dates.ts'

/** Which lines of the data log are requested; undefined means all. */
export type DataLogQuery = {
  type?: string | undefined
  person?: string | undefined
  company?: string | undefined
  model?: string | undefined
  startDate?: string | undefined
  endDate?: string | undefined
  subject?: string | undefined
  /** Time zone of the days. */
  zone: string
}

export type DataRow = {
  id: string
  type: string
  model: string
  total: number
  userId: string | null
  firstName: string
  lastName: string
  at: string
  company: string
  takenOut: TakenOut | null
  subject: string
  recordId: string | null
  changes: FieldChange[]
}

/** One page of the data log, newest first, and how many entries there are. */
export async function dataRows(
  db: Db,
  query: DataLogQuery,
  { size, offset }: { size: number; offset: number },
): Promise<{ found: DataRow[]; total: number }> {
  const where = await conditionOf(db, query)
  const found = await rows<DataRow>(
    db,
    sql`select l.id, l.type, l.model, l.total_affected as total, l.user_id as "userId",
        coalesce(u.first_name, '') as "firstName", coalesce(u.last_name, '') as "lastName", l.at,
        coalesce(c.name, '') as company, case when l.type = 'export' then l.detail end as "takenOut",
        coalesce(l.subject, '') as subject, l.record_id as "recordId", coalesce(l.changes, '[]') as changes
      from (select * from data_log where ${where} order by at desc, id desc limit ${size} offset ${offset}) l
      left join users u on u.id = l.user_id left join companies c on c.id = l.company_id
      order by l.at desc, l.id desc`,
  )
  // A page that is not full is the last one, so that nothing needs to be counted.
  if (found.length < size && (found.length > 0 || offset === 0)) return { found, total: offset + found.length }
  return { found, total: await linesWhere(db, where) }
}

/** The number of lines that a condition on `data_log` matches, counted up to `max`. */
export async function linesWhere(db: Db, where: Sql, max?: number): Promise<number> {
  const bound = max === undefined ? sql`` : sql`limit ${max}`
  const counted = await row<{ n: number }>(
    db,
    sql`select count(*) as n from (select from data_log where ${where} ${bound}) l`,
  )
  return counted!.n
}

/** The statement of a download: cells of `dataLogHeads` without the number, newest first; the changes as stored. */
export function dataLogToDownload(where: Sql, max: number): Sql {
  return sql`select l.at, coalesce(${fullNameOf(sql`u`)}, ''), coalesce(u.username, ''), l.type, l.model, l.total_affected,
      coalesce(c.name, ''), coalesce(l.subject, ''), coalesce(l.record_id::text, ''), coalesce(l.changes, '[]')
    from (select * from data_log where ${where} order by at desc, id desc limit ${max}) l
    left join users u on u.id = l.user_id left join companies c on c.id = l.company_id
    order by l.at desc, l.id desc`
}

/** The filters as one condition on `data_log`. */
export async function conditionOf(db: Db, query: DataLogQuery): Promise<Sql> {
  const people = query.person === undefined ? undefined : await peopleNamed(db, query.person)
  return joinConditions(conditions(query, people))
}

/** Everybody whose name or username contains the text, deleted or not: there are few users and many lines. */
async function peopleNamed(db: Db, text: string): Promise<string[]> {
  const found = await rows<{ id: string }>(
    db,
    sql`select id from users
      where username ilike ${likePattern(text)} or ${fullNameOf(sql`users`)} ilike ${likePattern(text)}`,
  )
  return found.map(({ id }) => id)
}

function conditions(query: DataLogQuery, people: readonly string[] | undefined): Sql[] {
  const { type, company, model, startDate, endDate, subject, zone } = query
  const all: Sql[] = []
  if (type !== undefined) all.push(sql`type = ${type}`)
  if (people) all.push(people.length === 1 ? sql`user_id = ${people[0]}::uuid` : sql`user_id = any(${people}::uuid[])`)
  if (company !== undefined) all.push(sql`company_id = ${company}::uuid`)
  if (model !== undefined) all.push(sql`model = ${model}`)
  if (startDate !== undefined) all.push(sql`at >= ${startDate}::timestamp at time zone ${zone}`)
  if (endDate !== undefined) all.push(sql`at < ${daysAfter(endDate, 1)}::timestamp at time zone ${zone}`)
  if (subject !== undefined)
    all.push(
      anId.safeParse(subject).success ? sql`record_id = ${subject}::uuid` : sql`subject ilike ${likePattern(subject)}`,
    )
  return all
}
