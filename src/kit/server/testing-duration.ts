import type { Pool } from 'pg'

/** What this query takes on two quiet cores, measured 50 to 60. It reads no table, so only the processor decides. */
const QUIET_MS = 60
const peer = 'select sum(n * n % 7) from generate_series(1::bigint, 400000) n'

/**
 * Runs `work`; returns its result and how many milliseconds it would have taken on two quiet cores: what it took, divided
 * by how much slower a query of fixed size was directly before and after it.
 */
export async function quietDuration<T>(pool: Pool, work: () => Promise<T>): Promise<{ ms: number; result: T }> {
  const before = await durationOf(() => pool.query(peer))
  const began = performance.now()
  const result = await work()
  const took = performance.now() - began
  const after = await durationOf(() => pool.query(peer))
  return { ms: took / Math.max(1, (before + after) / 2 / QUIET_MS), result }
}

async function durationOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
