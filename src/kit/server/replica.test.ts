import type { Pool } from 'pg'
import { expect, test } from 'vitest'
import { openReadConnection, type ReadConnection } from './replica.ts'

// The order of two answers of one moment cannot be brought about with a real replica (src/app/replica.db.test.ts).
const connectionOf = (query: () => Promise<unknown>) => ({ pool: { query } as unknown as Pool }) as ReadConnection

test('a read whose check fails goes to the primary, although another of the same moment finds the replica ready', async () => {
  const checks: PromiseWithResolvers<{ rows: { has: boolean }[] }>[] = []
  const primary = connectionOf(() => Promise.resolve({ rows: [{ lsn: '0/1' }] }))
  const replica = connectionOf(() => {
    const check = Promise.withResolvers<{ rows: { has: boolean }[] }>()
    checks.push(check)
    return check.promise
  })
  const connection = openReadConnection(primary, replica)
  const reads = [connection(), connection()]
  await expect.poll(() => checks.length).toBe(2)
  checks[0]!.reject(new Error('canceling statement'))
  checks[1]!.resolve({ rows: [{ has: true }] })
  const [failed, ready] = await Promise.all(reads)
  expect(failed).toBe(primary)
  expect(ready).toBe(replica)
})
