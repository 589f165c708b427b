import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { sql } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import * as queries from './queries.ts'

const { at } = setUpActionTests()

test('large results are read few lines at a time, small ones a hundred; none is left out', async () => {
  const { db } = at.database
  const id = newId()
  const lines = Array.from({ length: 250 }, (_, n) => `line ${n}`)
  await queries.addToolJob(db, { id, kind: 'quick-tool', userId: at.world.people.analyst }, lines)
  await sql`update tool_job_rows set state = 'Done', records = '[{"title":"small"}]' where job_id = ${id}`.execute(db)
  // Text that does not pack: 3 MB each.
  for (const row of [3, 4, 5]) {
    const records = JSON.stringify([{ title: randomBytes(1_500_000).toString('hex') }])
    await sql`update tool_job_rows set records = ${records}::jsonb where job_id = ${id} and row = ${row}`.execute(db)
  }
  const sizes: number[] = []
  const seen: number[] = []
  for (let after = 0; ; ) {
    const batch = await queries.rowsAfter(db, id, after, 100)
    if (batch.length === 0) break
    sizes.push(batch.length)
    seen.push(...batch.map(({ row }) => row))
    after = batch.at(-1)!.row
  }
  expect(sizes).toEqual([4, 100, 100, 46])
  expect(seen).toEqual(lines.map((_, n) => n + 1))
})
