import { reasons } from '#features/escalations/messages.ts'
import { type Db, rows, sql } from '#kit/server/db.ts'
import { inBatches } from '#kit/server/in-batches.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { addEvents } from './run-queries.ts'

/** How many runs one statement changes. */
const batchSize = 1000

/** The job: steps that were skipped because an address had bounced, and that nothing followed, are due again. */
export async function repeatSkipped({ pool }: Pick<AppContext, 'pool'>, email: string): Promise<void> {
  await inBatches(pool, batchSize, async (db) => {
    const ids = await returnToSkipped(db, email)
    await addEvents(db, ids, { what: 'resumed', reason: reasons.unmarked(email) })
    return ids.length
  })
}

/**
 * Returns runs to the step that they passed last, if they skipped it because of this address (in any letter case) and the
 * escalation still has it. Returns their ids.
 */
async function returnToSkipped(db: Db, email: string): Promise<string[]> {
  const changed = await rows<{ id: string }>(
    db,
    sql`with skipped as materialized (select r.id, s.step
        from escalation_runs r join escalations l on l.configuration_id = r.configuration_id
        cross join lateral jsonb_array_elements(l.steps) as s (step)
        where r.id in (select run_id from escalation_events
            where what = 'skipped' and lower(reason) = lower(${reasons.bounced(email)}))
          and r.state in ('waiting', 'done') and (s.step->>'id')::uuid = r.passed[cardinality(r.passed)]
          and (select v.what = 'skipped' and lower(v.reason) = lower(${reasons.bounced(email)}) from escalation_events v
            where v.run_id = r.id and v.what <> 'ended' order by v.at desc limit 1)
        order by r.id limit ${batchSize} for update of r)
      update escalation_runs u set state = 'waiting', step = (s.step->>'id')::uuid, kind = s.step->>'kind', next_at = now(),
        passed = trim_array(u.passed, 1), address = null, reason = null, tries = 0, version = u.version + 1, updated_at = now()
      from skipped s where u.id = s.id returning u.id`,
  )
  return changed.map(({ id }) => id)
}
