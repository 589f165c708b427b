import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { rows, sql } from './db.ts'
import type { TestDatabase } from './testing.ts'

/**
 * For tests: runs a script in its own process, with the database URL and `args` as arguments and `input` on stdin.
 * Returns the lines it wrote before it ended: by itself, or killed `afterMs` milliseconds after its first output. By
 * then the database has noticed.
 */
export async function runAndKill(
  database: TestDatabase,
  { script, args, input }: { script: string; args: string[]; input: string },
  afterMs?: number,
): Promise<string[]> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, database.url, ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.end(input)
  let output = ''
  child.stdout.on('data', (bytes: Buffer) => {
    output += bytes.toString()
  })
  const ended = once(child, 'close')
  if (afterMs !== undefined) {
    await Promise.race([once(child.stdout, 'data'), ended])
    await sleep(afterMs)
    child.kill('SIGKILL')
  }
  await ended
  // The database notices the killed process by itself; until then the transaction may still be open.
  await expect
    .poll(
      async () =>
        (
          await rows(
            database.db,
            sql`select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
                and state <> 'idle'`,
          )
        ).length,
      { timeout: 30_000, interval: 20 },
    )
    .toBe(0)
  return output.trim().split('\n')
}
