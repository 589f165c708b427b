import type { Choices, ExportFormat, ExportRhythm } from '#features/exports/rules.ts'
import { type Db, row, rows, sql } from '#kit/server/db.ts'
import { jsonbOf } from '#kit/server/jsonb.ts'
import type { Day } from '#vocabulary/dates.ts'

/** A download that repeats, to be saved. */
export type NewSchedule = {
  rhythm: ExportRhythm
  companyId: string
  /** Empty with `allBrands`: those that the company has when it is repeated. */
  brandIds: readonly string[]
  allBrands: boolean
  platform: string
  choices: Choices
  format: ExportFormat
}

/** Locks the user's repeating downloads until the transaction ends, and returns how many there are. */
export async function lockSchedules(db: Db, userId: string): Promise<number> {
  await rows(db, sql`select pg_advisory_xact_lock(hashtext('export_schedules'), hashtext(${userId}))`)
  return (await row<{ n: number }>(db, sql`select count(*) as n from export_schedules where user_id = ${userId}`))!.n
}

/** Saves a download that repeats. */
export async function addSchedule(db: Db, id: string, userId: string, one: NewSchedule): Promise<void> {
  await rows(
    db,
    sql`insert into export_schedules (id, user_id, rhythm, company_id, brand_ids, all_brands, platform, choices, format)
      values (${id}, ${userId}, ${one.rhythm}, ${one.companyId}, ${one.brandIds}::uuid[], ${one.allBrands},
        ${one.platform}, ${jsonbOf(one.choices)}::jsonb, ${one.format})`,
  )
}

/** A repeating download as the screen lists it. */
export type ListedSchedule = {
  id: string
  userId: string
  rhythm: ExportRhythm
  company: string
  brands: string[]
  allBrands: boolean
  platform: string
  format: ExportFormat
  username: string
  createdAt: string
  lastEnd: Day | null
  problem: string | null
}

/** The repeating downloads of one user, or of all, newest first. */
export const schedulesOf = (db: Db, userId: string | undefined): Promise<ListedSchedule[]> =>
  rows(
    db,
    sql`select s.id, s.user_id as "userId", s.rhythm, c.name as company, s.all_brands as "allBrands", s.platform,
        array(select brand_name from brands where id = any(s.brand_ids) order by lower(brand_name), id) as brands,
        s.format, u.username, s.created_at as "createdAt", s.last_end as "lastEnd", s.problem
      from export_schedules s join users u on u.id = s.user_id join companies c on c.id = s.company_id
      where ${userId ? sql`s.user_id = ${userId}::uuid` : sql`true`} order by s.id desc limit 1000`,
  )

/** Whose repeating download it is; undefined for an unknown id. */
export const scheduleOwner = (db: Db, id: string): Promise<{ userId: string } | undefined> =>
  row(db, sql`select user_id as "userId" from export_schedules where id = ${id}::uuid for update`)

/** Ends a repetition. */
export async function deleteSchedule(db: Db, id: string): Promise<void> {
  await rows(db, sql`delete from export_schedules where id = ${id}::uuid`)
}

/** A repeating download whose period has ended. */
export type DueSchedule = NewSchedule & { id: string; userId: string }

/** Repeating downloads of a rhythm that were saved before the period ended and are not requested for it yet. */
export const schedulesDue = (
  db: Db,
  rhythm: ExportRhythm,
  { end, zone }: { end: Day; zone: string },
): Promise<DueSchedule[]> =>
  rows(
    db,
    sql`select id, user_id as "userId", rhythm, company_id as "companyId", brand_ids as "brandIds",
        all_brands as "allBrands", platform, choices, format
      from export_schedules
      where rhythm = ${rhythm} and (created_at at time zone ${zone})::date <= ${end}::date
        and (last_end is null or last_end < ${end}::date) order by id`,
  )

/** Claims a period for one request; false when it is claimed or the repetition has ended. */
export async function claimPeriod(db: Db, id: string, end: Day): Promise<boolean> {
  const claimed = await row(
    db,
    sql`update export_schedules set last_end = ${end}, problem = null
      where id = ${id} and (last_end is null or last_end < ${end}::date) returning id`,
  )
  return claimed !== undefined
}

/** Notes why nothing was requested for the last period. */
export async function noteProblem(db: Db, id: string, problem: string): Promise<void> {
  await rows(db, sql`update export_schedules set problem = ${problem} where id = ${id}`)
}
