import type { RunState } from '#features/ladders/messages.ts'
import { type Db, row, rows, sql } from '#kit/server/db.ts'
import { openStatuses } from './verdict.ts'

/** What is known of a notice that there is news of. */
export type Heard = {
  enforcementId: string
  companyId: string
  findingId: string
  sentAt: string | null
  error: string | null
  /** It is a step's own letter. */
  isOwn: boolean
  /** The configuration with a ladder that is on and has steps, for a finding that is there. */
  configurationId: string | null
}

type News = { what: 'letter' | 'answer'; heard: Heard | null }

/** The oldest piece of news that nobody is at, taken away in this transaction; undefined when there is none. */
export async function takeNews(db: Db): Promise<News | undefined> {
  const taken = await row<{ enforcementId: string; what: News['what'] }>(
    db,
    sql`delete from ladder_news where id = (select id from ladder_news order by id limit 1 for update skip locked)
      returning enforcement_id as "enforcementId", what`,
  )
  if (!taken) return undefined
  const heard = await row<Heard>(
    db,
    sql`select e.id as "enforcementId", e.company_id as "companyId", e.finding_id as "findingId", m.sent_at as "sentAt",
        m.error, exists (select from ladder_events v where v.enforcement_id = e.id and v.what = 'sent') as "isOwn",
        (select l.configuration_id from enforcement_configurations c join ladders l on l.configuration_id = c.id
          where c.company_id = f.company_id and c.brand_id = f.brand_id and c.platform = f.platform
            and c.deleted_at is null and l.enabled and jsonb_array_length(l.steps) > 0 and f.deleted_at is null)
          as "configurationId"
      from enforcements e join mails m on m.id = e.id join findings f on f.company_id = e.company_id and f.id = e.finding_id
      where e.id = ${taken.enforcementId}`,
  )
  return { what: taken.what, heard: heard ?? null }
}

type HeldRun = { id: string; state: RunState; letterId: string | null; noticeId: string; beganAt: string }

/** The run of a finding, held until the transaction ends. */
export function holdRunOf(db: Db, of: { companyId: string; findingId: string }): Promise<HeldRun | undefined> {
  return row(
    db,
    sql`select id, state, letter_id as "letterId", notice_id as "noticeId", began_at as "beganAt" from ladder_runs
      where company_id = ${of.companyId} and finding_id = ${of.findingId} for update`,
  )
}

/** Open runs of findings that are over, held; those that somebody is at are left for the next time. */
export function openRunsOfEnded(db: Db, limit: number): Promise<{ id: string; status: string; isDeleted: boolean }[]> {
  return rows(
    db,
    sql`select r.id, f.status, f.deleted_at is not null as "isDeleted" from ladder_runs r
      join findings f on f.company_id = r.company_id and f.id = r.finding_id
      where r.state in ('waiting', 'leaving', 'task', 'paused')
        and (f.deleted_at is not null or f.status <> all (${openStatuses}::text[]))
      order by r.id limit ${limit} for update of r skip locked`,
  )
}
