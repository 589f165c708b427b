import { cpSync, existsSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import { testDatabase, type TestDatabase } from '#kit/server/testing.ts'
import { start } from '../house/program.ts'

/** What changes the demo world itself: with one of these set it is filled anew. */
const ownWorld = ['BRANDKEEP_DEMO', 'BUSINESS_ZONE', 'S3_ENDPOINT']

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

/** Journeys run one after the other, so nobody else fills at the same time. */
async function fillOnce(folder: string, template: string): Promise<void> {
  const filling = `${folder}-filling`
  mkdirSync(filling, { recursive: true })
  const database = await testDatabase()
  const program = await start({
    env: { DATABASE_URL: database.url, BRANDKEEP_DATA: filling, BRANDKEEP_DEMO: '1', WORKER: '0' },
  })
  await program.stop()
  await database.keepAs(template)
  renameSync(filling, folder)
}
