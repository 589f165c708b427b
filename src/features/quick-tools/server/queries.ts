import { columnRef, joinPlatformTable } from '#features/findings/server/column-refs.ts'
import type { CheckOutcome } from '#features/quick-tools/rules.ts'
import { type Db, rows, sql } from '#kit/server/db.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'

/** What a source answered when it was last probed. */
export type SourceCheck = { source: string; outcome: CheckOutcome; detail: string; checkedAt: string }

export const sourceChecks = (db: Db): Promise<SourceCheck[]> =>
  rows(db, sql`select source, outcome, detail, checked_at as "checkedAt" from source_checks`)

/** Notes what a source answered now. */
export async function noteCheck(
  db: Db,
  check: { source: string; outcome: CheckOutcome; detail?: string; milliseconds?: number },
): Promise<void> {
  await rows(
    db,
    sql`insert into source_checks (source, outcome, detail, milliseconds)
      values (${check.source}, ${check.outcome}, ${(check.detail ?? '').slice(0, 500)}, ${check.milliseconds ?? null})
      on conflict (source) do update set outcome = excluded.outcome, detail = excluded.detail,
        milliseconds = excluded.milliseconds, checked_at = now()`,
  )
}

/** Notes that a source which was last said to have changed, or to refuse, answers again. */
export async function noteThatItAnswers(db: Db, source: string): Promise<void> {
  await rows(
    db,
    sql`update source_checks set outcome = 'answered', detail = '', checked_at = now()
      where source = ${source} and outcome <> 'answered'`,
  )
}

/** Whether a job of this name waits to be run; one that runs does not count. */
export async function isWaiting(db: Db, job: string): Promise<boolean> {
  const found = await rows(
    db,
    sql`select 1 from pgboss.job where name = ${job} and state in ('created', 'retry') limit 1`,
  )
  return found.length > 0
}

/** The newest findings of a platform whose address is on facebook.com, at most `limit`. */
export function findingsOnFacebook(
  db: Db,
  platform: FindingPlatformDefinition,
  limit: number,
): Promise<{ brand: string; link: string; status: string }[]> {
  const address = columnRef(platform, platform.identity)
  return rows(
    db,
    sql`select b.brand_name as brand, ${address} as link, f.status
      from findings f ${joinPlatformTable(platform)} join brands b on b.id = f.brand_id
      where f.company_id in (select id from companies) and f.platform = ${platform.value} and f.deleted_at is null
        and ${address} ~* '^(https?://)?([a-z0-9-]+[.])*facebook[.]com([/?#:]|$)'
      order by f.reporting_date desc, f.id desc limit ${limit}`,
  )
}
