import { accessSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedDatabase } from '#app/embedded-database.ts'
import { migrate } from '#kit/server/migrate.ts'
import '#kit/server/testing.ts'

/** Databases of test runs carry this name, the run's process, and a number; the template has number 0. */
const PREFIX = 'brandkeep_test'

/**
 * One PostgreSQL for the run: the one of DATABASE_URL, else our own in a temporary folder.
 * It holds a template with all migrations applied, from which testDatabase() copies.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const memory = roomInMemory()
  const cluster = process.env['DATABASE_URL'] ? externalCluster(process.env['DATABASE_URL']) : await ownCluster(memory)
  const template = `${PREFIX}_${process.pid}_0`
  await inMaintenance(cluster.url, async (client) => {
    await client.query(`drop database if exists ${template}`)
    await client.query(`create database ${template}`)
  })
  await migrate({
    url: withDatabaseName(cluster.url, template),
    folder: join(import.meta.dirname, '../../db/migrations'),
  })
  project.provide('clusterUrl', cluster.url)
  project.provide('templateDatabase', template)
  project.provide('isInMemory', !process.env['DATABASE_URL'] && memory !== undefined)
  const runFolder = mkdtempSync(join(tmpdir(), 'brandkeep-run-'))
  project.provide('runFolder', runFolder)

  return async () => {
    if (process.env['DATABASE_URL']) await dropAllOfThisRun(cluster.url)
    await cluster.stop()
    rmSync(runFolder, { recursive: true, force: true })
  }
}

function externalCluster(url: string) {
  return { url, stop: async () => undefined }
}

async function ownCluster(folder = tmpdir()) {
  const dataDir = mkdtempSync(join(folder, 'brandkeep-tests-'))
  // Test data may be lost in a power cut, so nothing waits for the disk.
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    // A new database is written to the log page by page; compressing that took a twentieth of the processor time.
    wal_compression: 'off',
    max_wal_size: '1GB',
    max_connections: '200',
  }
  const database = await startEmbeddedDatabase({ dataDir, settings })
  return {
    // As superuser: it creates databases, and tests may empty the logs.
    url: database.superuserUrl,
    stop: async () => {
      await database.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Bytes that must be free for the databases of a run, which need a third of it. */
const ROOM = 8 * 1024 ** 3

/** Linux's file system in memory when it and the memory have room: a file system on disk costs a tenth more. */
function roomInMemory(): string | undefined {
  const folder = '/dev/shm'
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
    const { bavail, bsize } = statfsSync(folder)
    return Math.min(bavail * bsize, process.availableMemory()) >= ROOM ? folder : undefined
  } catch {
    return undefined
  }
}

async function dropAllOfThisRun(url: string): Promise<void> {
  await inMaintenance(url, async (client) => {
    const found = await client.query<{ datname: string }>('select datname from pg_database where datname like $1', [
      `${PREFIX}_${process.pid}_%`,
    ])
    for (const { datname } of found.rows) await client.query(`drop database if exists ${datname} with (force)`)
  })
}

async function inMaintenance(url: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: withDatabaseName(url, 'postgres') })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

function withDatabaseName(url: string, database: string): string {
  const address = new URL(url)
  address.pathname = `/${database}`
  return address.href
}
