import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inject } from 'vitest'
import { foldClusters } from '#features/clusters/server/fold-clusters.ts'
import { groupTemplates } from '#features/clusters/server/group-templates.ts'
import { hashPictures, pictureThreads } from '#features/clusters/server/hash-pictures.ts'
import { takePagePictures } from '#features/domain-search/contract-jobs.ts'
import { foldCounters } from '#features/findings/server/counters.ts'
import { foldLogRows } from '#features/history/server/queries.ts'
import { sql } from '#kit/server/db.ts'
import { diskFiles, type FileStore } from '#kit/server/files.ts'
import { testDatabase, type TestDatabase } from '#kit/server/testing.ts'
import { start } from '../system/program.ts'

/** Settings that change the demo data: with one of them set the database is filled again. */
const worldSettings = ['BRANDKEEP_DEMO', 'S3_ENDPOINT']

/**
 * A database with the demo data for a journey, its files in `dataDir`. The program fills it once in a run; journeys get
 * copies, which saves the time. With settings that change the data, the database is empty and the program fills it.
 */
export async function demoDatabase(env: Record<string, string>, dataDir: string): Promise<TestDatabase> {
  if (worldSettings.some((name) => name in env)) return testDatabase()
  const folder = inject('demoFolder')
  const template = `${inject('templateDatabase').replace(/_0$/, '')}_demo`
  if (!existsSync(folder)) await fillOnce(folder, template)
  cpSync(folder, dataDir, { recursive: true })
  return testDatabase(template)
}

/** Two journeys may start at once: the one that creates the folder fills it, the other waits. */
async function fillOnce(folder: string, template: string): Promise<void> {
  const filling = `${folder}-filling`
  if (!isFirst(filling)) {
    while (existsSync(filling)) await sleep(100)
    if (!existsSync(folder)) throw new Error('The demo data could not be created')
    return
  }
  try {
    const database = await testDatabase()
    const program = await start({
      env: { DATABASE_URL: database.url, BRANDKEEP_DATA: filling, BRANDKEEP_DEMO: '1', WORKER: '0' },
    })
    await program.stop()
    await runFirstFolds(database, diskFiles(join(filling, 'files'), 'newscrapper'))
    await database.saveAsTemplate(template)
    renameSync(filling, folder)
  } finally {
    rmSync(filling, { recursive: true, force: true })
  }
}

/**
 * Does once what the worker would do in the first minutes of every copy: folds counters and log rows, groups templates,
 * joins clusters and hashes pictures. That took more processor time than most journeys.
 */
async function runFirstFolds({ pool, db }: TestDatabase, files: FileStore): Promise<void> {
  const threads = pictureThreads()
  const folds = [
    () => foldCounters(db),
    () => foldLogRows(db),
    () => groupTemplates({ pool }),
    () => foldClusters({ pool, db }),
    () => hashPictures({ pool, db, files }, threads),
    // Equal pictures join clusters as well.
    () => foldClusters({ pool, db }),
  ]
  for (const fold of folds) while ((await fold()) > 0);
  await threads.close()
  // Every copy would open the pages in a browser, and no journey looks at these pictures.
  await sql`delete from pgboss.job where name = ${takePagePictures.name}`.execute(db)
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
