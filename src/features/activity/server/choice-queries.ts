import type { Day } from '#vocabulary/dates.ts'
import { defaultChoices, digestHour, type EmailChoice } from '#features/activity/rules.ts'
import { type Db, row, rows, sql, type Sql } from '#kit/server/db.ts'
import { nameOrRoleOf } from '#kit/server/full-name.ts'

export type Choices = { bell: 'at-once' | 'never'; email: EmailChoice }

/** How a person is notified of lines. */
export async function choicesOf(db: Db, userId: string): Promise<Choices> {
  const found = await row<Choices>(db, sql`select bell, email from activity_choices where user_id = ${userId}`)
  return found ?? defaultChoices
}

/** Stores how a person is notified. What waits for the daily email is dropped with the choice of no emails only. */
export async function saveChoices(db: Db, userId: string, { bell, email }: Choices): Promise<void> {
  await rows(
    db,
    sql`insert into activity_choices (user_id, bell, email) values (${userId}, ${bell}, ${email})
      on conflict (user_id) do update set bell = excluded.bell, email = excluded.email`,
  )
  if (email === 'never') await rows(db, sql`delete from activity_digests where user_id = ${userId}`)
}

export type Waiting = { companyId: string; lineId: string; subjectKind: 'finding' | 'cluster'; subjectId: string }

/** Lets a line wait for the daily email of these people. */
export async function addToDigests(db: Db, line: Waiting & { userIds: readonly string[] }): Promise<void> {
  await rows(
    db,
    sql`insert into activity_digests (user_id, company_id, line_id, subject_kind, subject_id)
      select user_id, ${line.companyId}, ${line.lineId}, ${line.subjectKind}, ${line.subjectId}
      from unnest(${line.userIds}::uuid[]) as p (user_id) on conflict do nothing`,
  )
}

/** A business day: what happened after its hour of the daily emails waits for the next day. */
export type BusinessDay = { day: Day; zone: string }

/** The hour of the daily emails on a day. */
const digestMoment = (day: Sql, zone: string): Sql =>
  sql`((${day} + make_interval(hours => ${digestHour})) at time zone ${zone})`

const isBefore = ({ day, zone }: BusinessDay): Sql => sql`d.created_at < ${digestMoment(sql`${day}::date`, zone)}`

/** Assigned work is looked for so many days back at most: somebody may not have chosen daily emails for a year. */
const maxDays = 7

/**
 * Work `a` that others assigned to somebody who chose the daily email (`k`, or nothing chosen), after the daily email
 * before this one.
 */
const isNewWork = ({ day, zone }: BusinessDay): Sql => sql`a.assigned_by <> a.user_id
  and coalesce(k.email, ${defaultChoices.email}) = 'daily'
  and a.assigned_at < ${digestMoment(sql`${day}::date`, zone)}
  and a.assigned_at >= ${digestMoment(sql`(${day}::date - ${maxDays}::int)`, zone)}
  and a.assigned_at >= ${digestMoment(sql`coalesce(k.digest_on, ${day}::date - 1)`, zone)}`

/** People with lines or assigned work that are due, who had no daily email on this day. */
export async function peopleDue(db: Db, on: BusinessDay): Promise<string[]> {
  const hadNone = sql`k.digest_on is distinct from ${on.day}::date`
  const found = await rows<{ userId: string }>(
    db,
    sql`select d.user_id as "userId" from activity_digests d left join activity_choices k on k.user_id = d.user_id
        where ${hadNone} and ${isBefore(on)}
      union
      select a.user_id from assignments a left join activity_choices k on k.user_id = a.user_id
        where ${hadNone} and ${isNewWork(on)}`,
  )
  return found.map(({ userId }) => userId)
}

/** How much work that is due each person assigned to this one and is still theirs, the most first. Read before it is taken. */
export function assignedTo(db: Db, userId: string, on: BusinessDay): Promise<{ by: string; count: number }[]> {
  return rows(
    db,
    sql`select ${nameOrRoleOf(sql`u`)} as by, count(*)::int as count
      from assignments a left join activity_choices k on k.user_id = a.user_id join users u on u.id = a.assigned_by
        join findings f on f.company_id = a.company_id and f.id = a.finding_id and f.deleted_at is null
      where a.user_id = ${userId} and ${isNewWork(on)} group by u.id order by 2 desc, 1`,
  )
}

/** Takes the lines that are due for a person, oldest first, and notes the day; undefined when another worker was first. */
export async function takeWaiting(db: Db, userId: string, on: BusinessDay): Promise<Waiting[] | undefined> {
  const claimed = await row(
    db,
    sql`insert into activity_choices (user_id, digest_on) values (${userId}, ${on.day}::date)
      on conflict (user_id) do update set digest_on = excluded.digest_on
        where activity_choices.digest_on is distinct from excluded.digest_on returning user_id`,
  )
  if (!claimed) return undefined
  return rows(
    db,
    sql`with taken as (delete from activity_digests d where user_id = ${userId} and ${isBefore(on)} returning *)
      select company_id as "companyId", line_id as "lineId", subject_kind as "subjectKind", subject_id as "subjectId"
      from taken order by created_at, line_id`,
  )
}
