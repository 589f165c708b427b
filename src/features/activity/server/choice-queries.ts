import type { Day } from '#vocabulary/dates.ts'
import { defaultChoices, digestHour, type EmailChoice } from '#features/activity/rules.ts'
import { type Db, row, rows, sql, type Sql } from '#kit/server/db.ts'

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

type Waiting = { companyId: string; lineId: string; subjectKind: 'finding' | 'cluster'; subjectId: string }

/** Lets a line wait for the daily email of these people. */
export async function addToDigests(db: Db, line: Waiting & { userIds: readonly string[] }): Promise<void> {
  await rows(
    db,
    sql`insert into activity_digests (user_id, company_id, line_id, subject_kind, subject_id)
      select user_id, ${line.companyId}, ${line.lineId}, ${line.subjectKind}, ${line.subjectId}
      from unnest(${line.userIds}::uuid[]) as p (user_id) on conflict do nothing`,
  )
}

/** A business day: what was written after its hour of the daily emails waits for the next day. */
export type BusinessDay = { day: Day; zone: string }

const isBefore = ({ day, zone }: BusinessDay): Sql =>
  sql`d.created_at < (${day}::date + make_interval(hours => ${digestHour})) at time zone ${zone}`

/** People with lines that are due, who had no daily email on this day. */
export async function peopleDue(db: Db, on: BusinessDay): Promise<string[]> {
  const found = await rows<{ userId: string }>(
    db,
    sql`select distinct d.user_id as "userId" from activity_digests d left join activity_choices k on k.user_id = d.user_id
      where k.digest_on is distinct from ${on.day}::date and ${isBefore(on)}`,
  )
  return found.map(({ userId }) => userId)
}

/** Takes the lines that are due for a person, oldest first, and notes the day; empty when another worker was first. */
export async function takeWaiting(db: Db, userId: string, on: BusinessDay): Promise<Waiting[]> {
  const claimed = await row(
    db,
    sql`insert into activity_choices (user_id, digest_on) values (${userId}, ${on.day}::date)
      on conflict (user_id) do update set digest_on = excluded.digest_on
        where activity_choices.digest_on is distinct from excluded.digest_on returning user_id`,
  )
  if (!claimed) return []
  return rows(
    db,
    sql`with taken as (delete from activity_digests d where user_id = ${userId} and ${isBefore(on)} returning *)
      select company_id as "companyId", line_id as "lineId", subject_kind as "subjectKind", subject_id as "subjectId"
      from taken order by created_at, line_id`,
  )
}
