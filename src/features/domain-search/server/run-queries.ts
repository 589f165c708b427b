import { type Db, row, rows, sql } from '#kit/server/db.ts'
import type { Outcome } from '#features/domain-search/rules.ts'

/** A run that is being worked on. */
export type ClaimedRun = {
  id: string
  scheduleId: string
  companyId: string
  brandId: string
  keywords: string[]
  requestedBy: string | null
  isPrepared: boolean
  tries: number
  /** Whether findings can be saved for the brand. */
  isBrandUsable: boolean
}
export type Lease = { runId: string; id: string }

/** Claims the oldest run that nobody works on, with a lease in seconds; undefined when there is none. */
export function claimRun(db: Db, lease: { id: string; seconds: number }): Promise<ClaimedRun | undefined> {
  return row(
    db,
    sql`update domain_runs r set state = 'Running', started_at = coalesce(r.started_at, now()), lease_id = ${lease.id},
        tries = r.tries + 1, lease_until = now() + make_interval(secs => ${lease.seconds})
      from domain_schedules s join brands b on b.id = s.brand_id join companies c on c.id = s.company_id
      where s.id = r.schedule_id and r.id = (
        select id from domain_runs where state in ('Waiting', 'Running') and (lease_until is null or lease_until < now())
        order by id for update skip locked limit 1)
      returning r.id, r.schedule_id as "scheduleId", s.company_id as "companyId", s.brand_id as "brandId", s.keywords,
        r.requested_by as "requestedBy", r.is_prepared as "isPrepared", r.tries,
        b.deleted_at is null and b.enabled and c.deleted_at is null and b.platforms ? 'domain' as "isBrandUsable"`,
  )
}

/** Renews a lease; false when the run was stopped or taken over. */
export async function renewLease(db: Db, lease: Lease, seconds: number): Promise<boolean> {
  const renewed = await row(
    db,
    sql`update domain_runs set lease_until = now() + make_interval(secs => ${seconds})
      where id = ${lease.runId} and lease_id = ${lease.id} returning id`,
  )
  return renewed !== undefined
}

/** Gives a run back that is not finished; a try that was not interrupted does not count. */
export async function releaseRun(db: Db, lease: Lease): Promise<void> {
  await rows(
    db,
    sql`update domain_runs set lease_id = null, lease_until = null, tries = greatest(0, tries - 1)
      where id = ${lease.runId} and lease_id = ${lease.id}`,
  )
}

/**
 * Ends a run that somebody works on, and adds the one that was to follow it. One that is completed sets the schedule's
 * last execution.
 */
export async function endRun(
  db: Db,
  lease: Lease,
  { state, reason, next }: { state: 'Completed' | 'Failed'; reason: string | null; next: { id: string; day: string } },
): Promise<void> {
  await rows(
    db,
    sql`with ended as (update domain_runs set state = ${state}, reason = ${reason}, finished_at = now(), lease_id = null,
          lease_until = null
        where id = ${lease.runId} and lease_id = ${lease.id} returning id, schedule_id, next_by),
      followed as (insert into domain_runs (id, schedule_id, requested_by, day)
        select ${next.id}::uuid, schedule_id, next_by, ${next.day}::date from ended where next_by is not null),
      freed as (update domain_candidates set run_id = null where run_id in (select id from ended))
      update domain_schedules set last_executed_at = now()
      where ${state} = 'Completed' and id in (select schedule_id from ended)`,
  )
}

/** A name to ask about. */
export type Candidate = { domain: string; keyword: string; family: string; score: number; source: 'made' | 'feed' }

/** Adds names that feeds reported; those that are there already stay as they are. Returns how many are new. */
export async function addFeedNames(
  db: Db,
  brandId: string,
  names: readonly Omit<Candidate, 'source'>[],
): Promise<number> {
  const added = await rows(
    db,
    sql`insert into domain_candidates (brand_id, domain, keyword, family, score, source)
      select ${brandId}::uuid, domain, keyword, family, score, 'feed'
      from unnest(${names.map((one) => one.domain)}::text[], ${names.map((one) => one.keyword)}::text[],
        ${names.map((one) => one.family)}::text[], ${names.map((one) => one.score)}::real[]) as n (domain, keyword, family, score)
      on conflict (brand_id, domain) do nothing returning 1`,
  )
  return added.length
}

/**
 * Chooses at most `limit` names for a run and notes how many there were. Not chosen are those that are known: searched
 * domains of the brand, its findings, and its white-listed names. First come new names of the feeds, then those that
 * could not be answered before, then made ones that were never asked, in their order, then the ones asked longest ago.
 */
export async function prepareRun(
  db: Db,
  lease: Lease,
  params: {
    companyId: string
    brandId: string
    made: readonly Omit<Candidate, 'source'>[]
    own: readonly string[]
    limit: number
  },
): Promise<void> {
  const { brandId, companyId, made, own, limit } = params
  await rows(
    db,
    sql`with names as (
        select domain, min(keyword) as keyword, min(family) as family, max(score) as score, min(place) as place,
          min(source) as source
        from (
          select domain, keyword, family, score, place::int, 'made' as source
          from unnest(${made.map((one) => one.domain)}::text[], ${made.map((one) => one.keyword)}::text[],
            ${made.map((one) => one.family)}::text[], ${made.map((one) => one.score)}::real[])
            with ordinality as m (domain, keyword, family, score, place)
          union all
          select domain, keyword, family, score, 0, source from domain_candidates
          where brand_id = ${brandId} and (source = 'feed' and asked_at is null or outcome in ('throttled', 'unknown'))
        ) every_name group by domain),
      marked as (
        select n.*, c.asked_at, c.outcome, c.source = 'feed' and c.asked_at is null as is_new_in_feeds,
          exists (select 1 from searched_domains d where d.brand_id = ${brandId} and d.domain = n.domain)
          or n.domain = any(${own}::text[])
          or exists (select 1 from findings_domain o join findings f on f.company_id = o.company_id and f.id = o.finding_id
            where o.company_id = ${companyId} and f.brand_id = ${brandId} and f.deleted_at is null
              and lower(o.domain) = n.domain) as is_known
        from names n left join domain_candidates c on c.brand_id = ${brandId} and c.domain = n.domain),
      chosen as (
        select *, row_number() over (order by is_new_in_feeds is true desc, outcome in ('throttled', 'unknown') is true desc,
          asked_at nulls first, place, domain) as turn
        from marked where not is_known order by turn limit ${limit}),
      stored as (
        insert into domain_candidates as c (brand_id, domain, keyword, family, score, source, run_id, place)
        select ${brandId}::uuid, domain, keyword, family, score, source, ${lease.runId}::uuid, turn::int from chosen
        on conflict (brand_id, domain) do update set run_id = excluded.run_id, place = excluded.place)
      update domain_runs set is_prepared = true, made = ${made.length},
        in_feeds = (select count(*) from marked where is_new_in_feeds),
        known = (select count(*) from marked where is_known), chosen = (select count(*) from chosen)
      where id = ${lease.runId} and lease_id = ${lease.id}`,
  )
}

/** The next names that a run still has to ask about, in order. */
export function nextCandidates(db: Db, runId: string, limit: number): Promise<Candidate[]> {
  return rows(
    db,
    sql`select domain, keyword, family, score, source from domain_candidates where run_id = ${runId}
      order by place limit ${limit}`,
  )
}

/**
 * Notes how a name turned out and counts it; false when the run does not have to ask it any more, because it was stopped
 * or another worker did.
 */
export async function noteOutcome(
  db: Db,
  lease: Lease,
  params: {
    brandId: string
    domain: string
    outcome: Outcome
    reason: string | null
    isWildcard: boolean
    isFound: boolean
  },
): Promise<boolean> {
  const { brandId, domain, outcome, reason, isWildcard, isFound } = params
  const noted = await row(
    db,
    sql`with noted as (update domain_candidates set run_id = null, outcome = ${outcome}, reason = ${reason}, asked_at = now()
        where brand_id = ${brandId} and domain = ${domain} and run_id = ${lease.runId} returning 1)
      update domain_runs set ${sql.ref(outcome)} = ${sql.ref(outcome)} + 1, wildcards = wildcards + ${isWildcard ? 1 : 0},
        found = found + ${isFound ? 1 : 0}
      where id = ${lease.runId} and lease_id = ${lease.id} and exists (select 1 from noted) returning id`,
  )
  return noted !== undefined
}
