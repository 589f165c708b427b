import type { Step } from '#features/escalations/contract.ts'
import type { RunState, StepKind } from '#features/escalations/rules.ts'
import { type Db, row, rows, sql, type Sql } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import type { FindingPlatform } from '#vocabulary/platform-names.ts'

/** The hour of the day at which steps are due, in the business time zone. */
export type Clock = { zone: string; hour: number }

/** The instant so many days after another, at the hour of the clock. */
const dueAt = (since: Sql, days: Sql, { zone, hour }: Clock): Sql =>
  sql`((${since} at time zone ${zone})::date + ${days} + make_interval(hours => ${hour}::int)) at time zone ${zone}`

/** Joins a run's first step that is not done yet as `n` (id, kind, days); nulls when none is left. */
const joinNextStep = (passed: Sql): Sql =>
  sql`left join lateral (select (s.step->>'id')::uuid as id, s.step->>'kind' as kind, (s.step->>'days')::int as days
      from jsonb_array_elements(l.steps) with ordinality as s (step, position)
      where (s.step->>'id')::uuid <> all (array_remove(${passed}, null)) order by s.position limit 1) n on true`

/**
 * Marks the present step of these runs as passed and schedules the next one; its days count from `since`. A run without
 * another step is done.
 */
export async function advanceRuns(db: Db, ids: readonly string[], since: string, clock: Clock): Promise<void> {
  const passed = sql`array_append(r.passed, r.step)`
  const changed = await rows<Changed>(
    db,
    sql`update escalation_runs u set passed = array_remove(array_append(u.passed, u.step), null), since = ${since},
        step = next.id, kind = next.kind, next_at = ${dueAt(sql`${since}::timestamptz`, sql`next.days`, clock)},
        state = case when next.id is null then 'done' else 'waiting' end, address = null, form = null, reason = null,
        decided_by = null, email_record_id = null, tries = 0, version = u.version + 1, updated_at = now()
      from (select r.id as run, n.* from escalation_runs r join escalations l on l.configuration_id = r.configuration_id
          ${joinNextStep(passed)} where r.id = any(${ids}::uuid[])) as next
      where u.id = next.run returning u.id, u.state`,
  )
  await noteEnded(db, changed)
}

/** Why a run that has ended by now took no last step. */
export async function explainEnd(db: Db, id: string, reason: string): Promise<void> {
  await rows(db, sql`update escalation_runs set reason = ${reason} where id = ${id} and state = 'done'`)
}

type Changed = { id: string; state: RunState }

/** Adds the end to the history of those of these runs that have no further step. */
async function noteEnded(db: Db, changed: readonly Changed[]): Promise<void> {
  const ended = changed.filter(({ state }) => state === 'done').map(({ id }) => id)
  await addEvents(db, ended, { what: 'ended' })
}

/**
 * After an escalation was changed: waiting runs get the new next step and due date, tomorrow at the earliest, so that a
 * mistake can be corrected before an email is sent. Runs that are already due stay due.
 */
export async function rescheduleWaiting(db: Db, configurationId: string, clock: Clock): Promise<void> {
  const changed = await rows<Changed>(
    db,
    sql`update escalation_runs u set step = next.id, kind = next.kind,
        next_at = case when next.id is not null then
          greatest(${dueAt(sql`u.since`, sql`next.days`, clock)}, ${dueAt(sql`now()`, sql`1`, clock)}) end,
        version = u.version + 1, updated_at = now(),
        state = case when next.id is null then 'done' else 'waiting' end
      from (select r.id as run, n.* from escalation_runs r join escalations l on l.configuration_id = r.configuration_id
          ${joinNextStep(sql`r.passed`)} where r.configuration_id = ${configurationId} and r.state = 'waiting') as next
      where u.id = next.run and u.state = 'waiting' and u.next_at > now() returning u.id, u.state`,
  )
  await noteEnded(db, changed)
}

/**
 * Runs whose step was removed from the escalation, or changed its kind, while they were due or paused: they get the
 * step that is next now, on its due date, tomorrow at the earliest; an address that was entered for the old step is
 * dropped. Runs whose step still exists are not changed. Returns the ids of those that were moved.
 */
export async function moveFromRemovedSteps(
  db: Db,
  ids: readonly string[],
  now: string,
  clock: Clock,
): Promise<string[]> {
  const moved = await rows<Changed>(
    db,
    sql`update escalation_runs u set step = next.id, kind = next.kind, address = null,
        next_at = case when next.id is not null then
          greatest(${dueAt(sql`u.since`, sql`next.days`, clock)}, ${dueAt(sql`${now}::timestamptz`, sql`1`, clock)}) end,
        version = u.version + 1, updated_at = now(),
        state = case when next.id is null then 'done' else 'waiting' end
      from (select r.id as run, n.* from escalation_runs r join escalations l on l.configuration_id = r.configuration_id
          ${joinNextStep(sql`r.passed`)} where r.id = any(${ids}::uuid[]) and r.step is not null and not exists
            (select from jsonb_array_elements(l.steps) s where (s->>'id')::uuid = r.step and s->>'kind' = r.kind)) as next
      where u.id = next.run returning u.id, u.state`,
  )
  await noteEnded(db, moved)
  return moved.map(({ id }) => id)
}

type NewRun = { companyId: string; findingId: string; configurationId: string; noticeId: string; at: string }

/** A notice was sent: starts the escalation of its finding, or restarts it. */
export async function beginRun(db: Db, run: NewRun, clock: Clock, reason: string | null): Promise<void> {
  const inserted = await row<{ id: string }>(
    db,
    sql`insert into escalation_runs as r (id, company_id, finding_id, configuration_id, notice_id, began_at, since, state)
      values (${newId()}, ${run.companyId}, ${run.findingId}, ${run.configurationId}, ${run.noticeId}, ${run.at}, ${run.at},
        'waiting')
      on conflict (company_id, finding_id) do update set configuration_id = excluded.configuration_id,
        notice_id = excluded.notice_id, began_at = excluded.began_at, step = null, passed = '{}'
      returning r.id`,
  )
  await addEvents(db, [inserted!.id], { what: 'began', reason, enforcementId: run.noticeId })
  await advanceRuns(db, [inserted!.id], run.at, clock)
}

export type RunEvent = {
  what: 'began' | 'sent' | 'skipped' | 'asked' | 'finished' | 'paused' | 'resumed' | 'hurried' | 'stopped' | 'ended'
  reason?: string | null
  enforcementId?: string
  userId?: string
}

/** Adds an event to the history of these runs, with the next step of each. */
export async function addEvents(db: Db, runIds: readonly string[], event: RunEvent): Promise<void> {
  if (runIds.length === 0) return
  await rows(
    db,
    sql`insert into escalation_events (id, run_id, at, what, kind, reason, enforcement_id, user_id)
      select gen_random_uuid(), r.id, clock_timestamp(), ${event.what}, r.kind, ${event.reason ?? null}, ${event.enforcementId ?? null}::uuid,
        ${event.userId ?? null}::uuid
      from escalation_runs r where r.id = any(${runIds}::uuid[])`,
  )
}

/** A run that this transaction has locked. */
export type ClaimedRun = { id: string; companyId: string; findingId: string; platform: FindingPlatform }

const claimedColumns = sql`r.id, r.company_id as "companyId", r.finding_id as "findingId",
  (select e.platform from enforcement_configurations e where e.id = r.configuration_id) as platform`

/** Locks and returns the next due run that no other worker has locked. */
export function claimDue(db: Db, now: string): Promise<ClaimedRun | undefined> {
  return row(
    db,
    sql`select ${claimedColumns} from escalation_runs r where r.state = 'waiting' and r.next_at <= ${now}
      order by r.next_at, r.id limit 1 for update skip locked`,
  )
}

export type StateChange = { state: RunState; reason?: string | null; userId?: string | null }

/** Sets the state of runs, such as paused or stopped, with the reason and who decided it. */
export async function setState(db: Db, ids: readonly string[], { state, reason, userId }: StateChange): Promise<void> {
  await rows(
    db,
    sql`update escalation_runs set state = ${state}, reason = ${reason ?? null}, decided_by = ${userId ?? null}::uuid,
        version = version + 1, updated_at = now() where id = any(${ids}::uuid[])`,
  )
}

/** The email of the step was enqueued; `emailRecordId` is its enforcement record. */
export async function setLeaving(db: Db, id: string, emailRecordId: string): Promise<void> {
  await rows(
    db,
    sql`update escalation_runs set state = 'leaving', email_record_id = ${emailRecordId}, reason = null, decided_by = null, tries = 0,
        version = version + 1, updated_at = now() where id = ${id}`,
  )
}

/** The step is done by a person, through this form or (null) as an ICANN complaint. */
export async function setTask(db: Db, id: string, task: { form: string | null; reason: string | null }): Promise<void> {
  await rows(
    db,
    sql`update escalation_runs set state = 'task', form = ${task.form}, reason = ${task.reason}, decided_by = null,
        version = version + 1, updated_at = now() where id = ${id}`,
  )
}

/** Sets the next step of a run. */
export async function setStep(db: Db, id: string, step: Pick<Step, 'id' | 'kind'>): Promise<void> {
  await rows(db, sql`update escalation_runs set step = ${step.id}, kind = ${step.kind} where id = ${id}`)
}

/** Makes runs wait until `at`; with the recipient of the next email, where somebody entered one. */
export async function setWaiting(
  db: Db,
  ids: readonly string[],
  options: { at: Sql; address?: string | undefined },
): Promise<void> {
  await rows(
    db,
    sql`update escalation_runs set state = 'waiting', next_at = ${options.at}, form = null, reason = null, decided_by = null, email_record_id = null,
        tries = 0, address = coalesce(${options.address ?? null}, address), version = version + 1, updated_at = now()
      where id = any(${ids}::uuid[])`,
  )
}

/**
 * Counts a failed attempt and schedules the next one; how many have failed by now. Undefined for a run that somebody
 * stopped or paused since: it stays as it is.
 */
export async function retryAt(db: Db, id: string, at: string): Promise<number | undefined> {
  const counted = await row<{ tries: number }>(
    db,
    sql`update escalation_runs set tries = tries + 1, next_at = ${at} where id = ${id} and state = 'waiting' returning tries`,
  )
  return counted?.tries
}

/** Locks those of these runs whose version is the one the caller saw, in the order of their ids. */
export function lockRuns(
  db: Db,
  items: readonly { id: string; version: number }[],
): Promise<{ id: string; state: RunState; kind: StepKind | null; findingId: string; form: string | null }[]> {
  return rows(
    db,
    sql`select r.id, r.state, r.kind, r.finding_id as "findingId", r.form
      from unnest(${items.map((one) => one.id)}::uuid[], ${items.map((one) => one.version)}::int[]) as seen (id, version)
      join escalation_runs r on r.id = seen.id and r.version = seen.version
      join findings f on f.company_id = r.company_id and f.id = r.finding_id and f.deleted_at is null
      order by r.id for update of r`,
  )
}

/** Whether any of these runs exists, in any version; runs of deleted findings do not count. */
export async function anyExists(db: Db, items: readonly { id: string }[]): Promise<boolean> {
  const ids = items.map((one) => one.id)
  return (
    (await row(
      db,
      sql`select 1 from escalation_runs r join findings f on f.company_id = r.company_id and f.id = r.finding_id
      where r.id = any(${ids}::uuid[]) and f.deleted_at is null limit 1`,
    )) !== undefined
  )
}
