import { columnRef, joinPlatformTable } from '#features/findings/server/column-refs.ts'
import { platformOfFinding } from '#features/findings/server/locate-finding.ts'
import { inScope, visible } from '#features/findings/server/visible.ts'
import type { SubjectKind } from '#features/activity/rules.ts'
import { type Db, row, type Sql, sql } from '#kit/server/db.ts'
import type { Session } from '#kit/server/session.ts'
import { platformOf } from '#platforms/all.ts'

/** What a thread is about, as one person sees it. */
export type Subject = {
  kind: SubjectKind
  id: string
  companyId: string
  /** Null: several brands; every client of the company may see it. */
  brandId: string | null
  brand: string
  /** Stored value of the platform; empty: several. */
  platform: string
  title: string
  /** Of a finding. */
  reportingDate?: string
  /** Some of it is visible to staff only: every message about it is internal. */
  isForStaff?: boolean
  /** Subjects that were joined into this one: their messages are in its thread. */
  formerIds?: readonly string[]
}

/** The ids under which the messages of a thread are stored: its own, and those of subjects that were joined into it. */
export const threadIds = ({ id, formerIds = [] }: Subject): Sql => sql`${[id, ...formerIds]}::uuid[]`

/** Reads a subject; undefined when it is not in this person's scope. */
export type SubjectOf = (db: Db, session: Session, id: string) => Promise<Subject | undefined>

/** The kinds of subjects that have a thread; a missing kind is an unknown record. */
export type Subjects = Readonly<Partial<Record<SubjectKind, SubjectOf>>>

/** A finding of any platform as the subject of a thread. */
export const findingSubject: SubjectOf = async (db, session, id) => {
  const platform = platformOf((await platformOfFinding(db, id)) ?? '')
  if (!platform) return undefined
  const scope = visible(platform, session)
  const found = await row<Pick<Subject, 'companyId' | 'brandId' | 'brand' | 'title' | 'reportingDate'>>(
    db,
    sql`select f.company_id as "companyId", f.brand_id as "brandId", b.brand_name as brand,
        f.reporting_date as "reportingDate",
        ${columnRef(platform, platform.identity)} as title
      from findings f ${joinPlatformTable(platform)} join brands b on b.id = f.brand_id
      where ${inScope(scope)} and f.id = ${id}::uuid`,
  )
  return found && { kind: 'finding', id, platform: platform.value, ...found }
}
