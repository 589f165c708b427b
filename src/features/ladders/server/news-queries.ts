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

/** A piece of news: a letter left or failed, or an answer came. */
export type News = { id: string; enforcementId: string; what: 'letter' | 'answer' }

/** The oldest piece of news that is due and nobody is at, taken away in this transaction; undefined when there is none. */
export function takeNews(db: Db): Promise<News | undefined> {
  return row(
    db,
    sql`delete from ladder_news where id =
        (select id from ladder_news where next_at <= now() order by next_at, id limit 1 for update skip locked)
      returning id::text, enforcement_id as "enforcementId", what`,
  )
}

/** What could not be taken in: later again, twice as long after each try up to a day, with what went wrong. */
export async function putNewsAside(db: Db, id: string, problem: string): Promise<void> {
  await rows(
    db,
    sql`update ladder_news set tries = tries + 1, problem = ${problem.slice(0, 1000)},
        next_at = now() + least(power(2, least(tries, 11)), 1440) * interval '1 minute' where id = ${id}::bigint`,
  )
}

/** What is known of the notice; undefined when it has no letter. */
export function heardOf(db: Db, enforcementId: string): Promise<Heard | undefined> {
  return row(
    db,
    sql`select e.id as "enforcementId", e.company_id as "companyId", e.finding_id as "findingId", m.sent_at as "sentAt",
        m.error, exists (select from ladder_events v where v.enforcement_id = e.id and v.what = 'sent') as "isOwn",
        (select l.configuration_id from enforcement_configurations c join ladders l on l.configuration_id = c.id
          where c.company_id = f.company_id and c.brand_id = f.brand_id and c.platform = f.platform
            and c.deleted_at is null and l.enabled and jsonb_array_length(l.steps) > 0 and f.deleted_at is null)
          as "configurationId"
      from enforcements e join mails m on m.id = e.id join findings f on f.company_id = e.company_id and f.id = e.finding_id
      where e.id = ${enforcementId}`,
  )
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
