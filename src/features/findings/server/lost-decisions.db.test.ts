import { expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import type { BulkDecision } from '#features/findings/contract-schemas.ts'
import { domain } from '#platforms/domain.ts'
import { failLostDecisions, runsOnCluster } from './decision-queries.ts'

const { at, get, post, own, stored } = setUpActionTests()

test('a decision whose job has failed for good ends as failed, blocks nobody and can be undone', async () => {
  const query = (text: string, values: unknown[] = []) => at.database.pool.query(text, values)
  const ids = await own(domain, ['33', '33'])
  const made = await post('decisions', { platform: 'domain', ids, status: '22', changes: 2 }, 'client')
  const { id } = made.json<{ decision: BulkDecision }>().decision
  const read = async () => (await get(`decisions/${id}`)).json<BulkDecision>()
  const cluster = '00000000-0000-4000-8000-000000000001'
  await query(`update bulk_decisions set state = 'Running', finished_at = null, cluster_id = $2 where id = $1`, [
    id,
    cluster,
  ])
  // The part that waits has no platform that a batch could be applied with, so its job fails.
  await query(
    `insert into bulk_decision_batches (decision_id, n, company_id, status_from, finding_ids)
    select id, 9, $2, '33', '{}' from bulk_decisions where id = $1`,
    [id, at.world.companies.parent],
  )
  await query(`update bulk_decisions set platform = 'none' where id = $1`, [id])
  await query(`select enqueue_job('run-decision', jsonb_build_object('decisionId', $1::text), 2)`, [id])
  await failLostDecisions(at.database.db)
  expect(await runsOnCluster(at.database.db, cluster), 'its job waits').toBe(true)
  await at.testApp.runJobs()
  expect(await runsOnCluster(at.database.db, cluster)).toBe(true)
  await query(`select enqueue_job('end-lost-decisions', '{}', 1)`)
  await at.testApp.runJobs()
  expect(await read()).toMatchObject({ state: 'Failed', mayUndo: true })
  expect(await runsOnCluster(at.database.db, cluster)).toBe(false)
  await query(`update bulk_decisions set platform = 'domain' where id = $1`, [id])
  await post(`decisions/${id}/undo`, {}, 'client')
  expect(await read()).toMatchObject({ state: 'Undone', undone: 2 })
  expect((await stored(ids[0]!)).status).toBe('33')
})
