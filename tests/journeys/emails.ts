import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { query } from './dashboards.ts'
import type { Journey } from './harness.ts'
import { emailText } from '#kit/server/testing-email-text.ts'

/**
 * First group of the pattern in the newest email that matches it. Waits 150 s, as a busy machine may need; its error then
 * names the emails and the jobs that are not done.
 */
export async function findInEmails({ dataDir, databaseUrl }: Journey, pattern: RegExp): Promise<string> {
  const folder = join(dataDir, 'mail')
  for (const limit = Date.now() + 150_000; Date.now() < limit; await sleep(100)) {
    const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.eml')) : []
    for (const name of names.toSorted().toReversed()) {
      const text = emailText(readFileSync(join(folder, name), 'utf8'))
      const found = pattern.exec(text)?.[1]
      if (found) return found
    }
  }
  const emails = await query(
    databaseUrl,
    'select kind, created_at, sending_at, sent_at, failed_at, not_before, tries, waits, error from mails order by created_at desc limit 5',
  )
  const jobs = await query(
    databaseUrl,
    `select name, state, created_on, start_after, retry_count, output from pgboss.job
      where state <> 'completed' order by created_on desc limit 10`,
  )
  throw new Error(`No email matches ${String(pattern)}: ${JSON.stringify({ now: new Date(), emails, jobs })}`)
}
