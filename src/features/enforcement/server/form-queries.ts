import type { DeskKind } from '#features/notices/rules.ts'
import { columnRef, joinPlatformTable } from '#features/findings/server/column-refs.ts'
import { type Db, row, sql } from '#kit/server/db.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import type { Day } from '#vocabulary/dates.ts'
import type { LockedFinding } from './queries.ts'

/** A desk that takes reports through a web form. */
export type DeskWithForm = { kind: DeskKind; name: string | null }

/** The desk of an earlier report of a finding through this form; undefined when there is none. */
export function deskOfEarlier(
  db: Db,
  { company_id, id }: LockedFinding,
  form: string,
): Promise<DeskWithForm | undefined> {
  return row(
    db,
    sql`select e.desk_kind as kind, e.desk_name as name from enforcements e
      where e.company_id = ${company_id} and e.finding_id = ${id} and e.form = ${form} and e.desk_kind is not null
      order by e.submitted_at desc limit 1`,
  )
}

/** What only this platform's forms ask of a finding: the label of each column, and its value. */
export async function reportedValues(
  db: Db,
  platform: FindingPlatformDefinition,
  { company_id, id }: LockedFinding,
): Promise<{ label: string; value: string | null }[]> {
  const { reportedWith, columns } = platform
  if (reportedWith.length === 0) return []
  const found = await row<{ values: (string | null)[] }>(
    db,
    sql`select array[${sql.join(
      reportedWith.map((name) => sql`${columnRef(platform, name)}::text`),
      sql`, `,
    )}] as values
      from findings f ${joinPlatformTable(platform)} where f.company_id = ${company_id} and f.id = ${id}`,
  )
  return reportedWith.map((name, n) => ({ label: columns[name]!.label, value: found!.values[n]?.trim() || null }))
}

/** Whether a report of a finding through this form is recorded for the day. */
export async function wasSubmitted(
  db: Db,
  { company_id, id }: LockedFinding,
  { form, date }: { form: string; date: Day },
): Promise<boolean> {
  const found = await row(
    db,
    sql`select 1 from enforcements e where e.company_id = ${company_id} and e.finding_id = ${id} and e.form = ${form}
      and e.action_date = ${date}::date`,
  )
  return found !== undefined
}

/** When a report that is recorded for a day was submitted: now, or the last second of an earlier day. */
export async function submittedAt(db: Db, date: Day, zone: string): Promise<string> {
  const found = await row<{ at: string }>(
    db,
    sql`select least(now(), (${date}::date + 1)::timestamp at time zone ${zone} - interval '1 second') as at`,
  )
  return found!.at
}
