import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inject } from 'vitest'
import { row, sql } from '#kit/server/db.ts'
import { testDatabase, type TestDatabase } from '#kit/server/testing.ts'
import { start } from '../house/program.ts'

/** What changes the demo world itself: with one of these set it is filled anew. */
const ownWorld = ['BRANDKEEP_DEMO', 'S3_ENDPOINT']

/**
 * A database with the demo world for a journey, its files in `dataDir`. The program fills the world once in a run;
 * journeys get copies, which saves each the time of filling. Settings that change the world get an empty database.
 */
export async function worldOf(env: Record<string, string>, dataDir: string): Promise<TestDatabase> {
  if (ownWorld.some((name) => name in env)) return testDatabase()
  const folder = join(inject('runFolder'), 'demo')
  const template = `${inject('templateDatabase').replace(/_0$/, '')}_demo`
  if (!existsSync(folder)) await fillOnce(folder, template)
  cpSync(folder, dataDir, { recursive: true })
  return testDatabase(template)
}

/** Two journeys may begin at once: the one that makes the folder fills, the other waits for it. */
async function fillOnce(folder: string, template: string): Promise<void> {
  const filling = `${folder}-filling`
  if (!isFirst(filling)) {
    while (existsSync(filling)) await sleep(100)
    if (!existsSync(folder)) throw new Error('The demo world could not be filled')
    return
  }
  try {
    const database = await testDatabase()
    const program = await start({
      env: { DATABASE_URL: database.url, BRANDKEEP_DATA: filling, BRANDKEEP_DEMO: '1', WORKER: '0' },
    })
    await program.stop()
    await settle(database)
    await database.keepAs(template)
    renameSync(filling, folder)
  } finally {
    rmSync(filling, { recursive: true, force: true })
  }
}

/** What the worker does with a new world in its first minute is done here once, for each copy would do it again. */
async function settle({ db }: TestDatabase): Promise<void> {
  for (const fold of ['fold_counters', 'fold_sellers', 'fold_values', 'fold_log_rows']) {
    const left = async () => (await row<{ n: number }>(db, sql`select ${sql.id(fold)}() as n`))!.n
    while ((await left()) > 0);
  }
  await sql`vacuum`.execute(db)
}

function isFirst(filling: string): boolean {
  try {
    mkdirSync(filling)
    return true
  } catch (problem) {
    if ((problem as NodeJS.ErrnoException).code !== 'EEXIST') throw problem
    return false
  }
}
