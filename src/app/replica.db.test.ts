import { execFileSync } from 'node:child_process'
import { appendFileSync, chmodSync, chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EmbeddedDatabase, startEmbeddedDatabase } from '#app/embedded-database.ts'
import { onPool, openPool } from '#kit/server/db.ts'
import { openReadConnection, type ReadConnection } from '#kit/server/replica.ts'

// A PostgreSQL with a streaming replica, set up as its manual says: a base copy, standby.signal and primary_conninfo.
const folder = mkdtempSync(join(tmpdir(), 'brandkeep-replica-'))
const folders = { primary: join(folder, 'primary'), replica: join(folder, 'replica') }
const messages: string[] = []
let primary: EmbeddedDatabase
let replica: EmbeddedDatabase
let primaryConnection: ReadConnection
let replicaConnection: ReadConnection
let readConnection: () => Promise<ReadConnection>

beforeAll(async () => {
  // The database user must be able to enter.
  chmodSync(folder, 0o711)
  primary = await startEmbeddedDatabase({ dataDir: folders.primary })
  primaryConnection = connectTo(primary.superuserUrl)
  appendFileSync(join(folders.primary, 'pg', 'pg_hba.conf'), 'host replication all 127.0.0.1/32 scram-sha-256\n')
  await primaryConnection.pool.query('select pg_reload_conf()')
  await primaryConnection.pool.query('create table notes (text text)')
  await copyCluster()
  const source = new URL(primary.superuserUrl)
  const from = `host=127.0.0.1 port=${source.port} user=${source.username} password=${source.password}`
  putIntoCopy('standby.signal', '')
  replica = await startEmbeddedDatabase({ dataDir: folders.replica, settings: { primary_conninfo: from } })
  replicaConnection = connectTo(replica.superuserUrl)
  readConnection = openReadConnection(primaryConnection, replicaConnection, (line) => messages.push(line))
})
afterAll(async () => {
  await Promise.all([primaryConnection.pool.end(), replicaConnection.pool.end()])
  await replica.stop()
  await primary.stop()
  rmSync(folder, { recursive: true, force: true })
})

function connectTo(url: string): ReadConnection {
  const pool = openPool(url)
  return { pool, db: onPool(pool) }
}

/** Backup mode lasts as long as the connection that began it. */
async function copyCluster(): Promise<void> {
  const client = await primaryConnection.pool.connect()
  try {
    await client.query("select pg_backup_start('replica', true)")
    execFileSync('cp', ['-a', folders.primary, folders.replica])
    const { rows } = await client.query<{ label: string }>('select labelfile as label from pg_backup_stop(false)')
    for (const name of ['pg/postmaster.pid', 'in-use.json']) rmSync(join(folders.replica, name), { force: true })
    putIntoCopy('backup_label', rows[0]!.label)
  } finally {
    client.release()
  }
}

/** Writes a file owned by the database user, who opens it for writing. */
function putIntoCopy(name: string, text: string): void {
  const cluster = join(folders.replica, 'pg')
  const { uid, gid } = statSync(cluster)
  writeFileSync(join(cluster, name), text)
  chownSync(join(cluster, name), uid, gid)
}

const countNotes = async ({ pool }: ReadConnection) =>
  (await pool.query<{ n: number }>('select count(*) as n from notes')).rows[0]!.n

test('a replica read always sees what was just written', async () => {
  for (let n = 1; n <= 50; n++) {
    await primaryConnection.pool.query("insert into notes values ('written')")
    const connection = await readConnection()
    expect(connection).toBe(replicaConnection)
    expect(await countNotes(connection)).toBe(n)
  }
  await expect(replicaConnection.pool.query("insert into notes values ('no')")).rejects.toThrow('read-only transaction')
  expect(messages).toEqual([])
})

test('a replica that lags is not read until it has caught up', async () => {
  await replicaConnection.pool.query('select pg_wal_replay_pause()')
  await primaryConnection.pool.query("insert into notes values ('late')")
  expect(await readConnection()).toBe(primaryConnection)
  // Only the first read waits for it.
  const began = performance.now()
  for (let n = 0; n < 20; n++) expect(await readConnection()).toBe(primaryConnection)
  expect(performance.now() - began).toBeLessThan(5_000)
  expect(messages).toEqual(['The replica is behind; the primary is read.'])
  await replicaConnection.pool.query('select pg_wal_replay_resume()')
  await expect.poll(readConnection).toBe(replicaConnection)
  expect(await countNotes(replicaConnection)).toBe(await countNotes(primaryConnection))
})

test('without the replica the primary is read', async () => {
  await replica.stop()
  expect(await readConnection()).toBe(primaryConnection)
  expect(messages.at(-1)).toMatch(/^The replica cannot be read: /)
  expect(await openReadConnection(primaryConnection)()).toBe(primaryConnection)
})
