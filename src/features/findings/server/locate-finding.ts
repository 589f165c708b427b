import { row, sql, type Db } from '#kit/server/db.ts'
import type { Platform } from '#platforms/platform.ts'
import { columnRef, joinPlatformTable } from './column-refs.ts'
import { inScope, type Scope } from './visible.ts'

export type LockedFinding = {
  id: string
  company_id: string
  brand_id: string
  status: string
  /** URL, link or domain: identifies the finding within its brand. */
  identity: string
}

/** One finding in scope, locked until the transaction ends; undefined when there is none in scope. */
export async function lockFinding(
  db: Db,
  platform: Platform,
  scope: Scope,
  id: string,
): Promise<LockedFinding | undefined> {
  return row<LockedFinding>(
    db,
    sql`select f.id, f.company_id, f.brand_id, f.status, ${columnRef(platform, platform.identity)} as identity
      from findings f ${joinPlatformTable(platform)} where ${inScope(scope)} and f.id = ${id}::uuid for update of f`,
  )
}

/** The platform of a finding, for calls that may leave it out; undefined for an unknown id. */
export async function platformOfFinding(db: Db, id: string): Promise<string | undefined> {
  const found = await row<{ platform: string }>(
    db,
    sql`select f.platform from companies c join findings f on f.company_id = c.id and f.id = ${id}::uuid`,
  )
  return found?.platform
}
