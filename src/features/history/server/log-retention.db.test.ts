import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { history } from '#features/history/contract.ts'
import { rows, sql } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { type TestDatabase, testDatabase } from '#kit/server/testing.ts'
import { dropOldParts, foldLogRows } from './queries.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

const run = (statement: string) => database.pool.query(statement)
const partsOf = async (log: string) =>
  (await run(`select relid::regclass::text as name from pg_partition_tree('${log}') where isleaf order by 1`)).rows.map(
    ({ name }: { name: string }) => name,
  )

async function write(at: string, finding = newId()): Promise<string> {
  await rows(
    database.db,
    sql`insert into status_log (id, at, company_id, brand_id, platform, finding_id, module, username, search_term,
          status_from, status_to)
        values (${newId()}, ${at}, ${newId()}, ${newId()}, 'domain', ${finding}, 'edit', 'someone', 'kept.example', '33', '22')`,
  )
  await rows(
    database.db,
    sql`insert into data_log (id, at, type, model, total_affected) values (${newId()}, ${at}, 'add', 'Brand', 1)`,
  )
  return finding
}

describe('the logs cannot be altered', () => {
  test('A-060 A-061 update, delete and truncate are rejected, on the table and on every partition, also future ones', async () => {
    await write(new Date().toISOString())
    await write('2019-05-05T00:00:00Z')
    await run('select make_log_parts(7)')
    for (const log of ['status_log', 'data_log']) {
      const parts = await partsOf(log)
      expect(parts.length).toBeGreaterThanOrEqual(9)
      for (const table of [log, ...parts]) {
        const column = log === 'status_log' ? 'username' : 'model'
        for (const statement of [
          `update ${table} set ${column} = 'x'`,
          `delete from ${table}`,
          `truncate ${table}`,
          `insert into ${table} select * from ${table} on conflict (id, at) do update set ${column} = 'x'`,
        ])
          await expect(run(statement), statement).rejects.toThrow('The log cannot be altered')
      }
      expect((await run(`select count(*) as n from ${log}`)).rows).toEqual([{ n: 2 }])
    }
  })

  test('A-119 A-120 no call writes them: all calls are reads', () => {
    const { changes, ...logs } = history
    // What became of one finding is for everybody who sees it.
    expect(changes.method).toBe('GET')
    const calls = Object.values(logs).map(({ method, access }) => ({ method, access }))
    expect(calls).toHaveLength(5)
    for (const call of calls) expect(call).toEqual({ method: 'GET', access: ['Admin'] })
  })
})

test('A-060 A-061 whole months older than three years are dropped, and nothing younger', async () => {
  const month = (back: number) => `date_trunc('month', now()) - make_interval(months => ${back})`
  for (const back of [36, 37, 40])
    await run(
      `select make_log_part(log, (${month(back)})::date) from unnest(array['status_log', 'data_log']::regclass[]) log`,
    )
  const at = async (back: number, days: number) =>
    ((await run(`select (${month(back)} + interval '${days} days')::text as at`)).rows[0] as { at: string }).at
  const retained = await write(await at(36, 27))
  await write(await at(37, 27))
  const shared = await write(await at(40, 2))
  await write(await at(1, 2), shared)
  while ((await foldLogRows(database.db)) > 0);
  const before = { status: await partsOf('status_log'), data: await partsOf('data_log') }
  // Two months of this test and the one of 2019, which the test before moved out of the rest, in both logs.
  expect(await dropOldParts(database.db)).toBe(6)
  expect(await partsOf('status_log')).toHaveLength(before.status.length - 3)
  expect(await partsOf('data_log')).toHaveLength(before.data.length - 3)
  const findings = (await run("select distinct finding_id from status_log where search_term = 'kept.example'")).rows
  expect(findings.map((one: { finding_id: string }) => one.finding_id)).toEqual(
    expect.arrayContaining([retained, shared]),
  )
  // One row of the test before, two of this one.
  expect(findings).toHaveLength(3)
  // The index table no longer has addresses that are gone from the log.
  expect((await run('select 1 from status_log_terms')).rows).toHaveLength(3)
  expect(await dropOldParts(database.db)).toBe(0)
})
