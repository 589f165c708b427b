import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, Pool } from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openPool } from './db.ts'

/** A role that may have one connection. */
const role = `brandkeep_one_${randomBytes(6).toString('hex')}`
const url = new URL(inject('clusterUrl'))
url.username = role
url.password = 'one'
const admin = new Pool({ connectionString: inject('clusterUrl'), max: 1 })
let other: Client
beforeAll(async () => {
  await admin.query(`create role ${role} login password 'one' connection limit 1`)
})
afterAll(async () => {
  await admin.query(`drop role if exists ${role}`)
  await admin.end()
})

async function takeTheOnly(): Promise<void> {
  other = new Client({ connectionString: url.href })
  await other.connect()
}

test('a call waits while PostgreSQL has no connection left, and gets the one that becomes free', async () => {
  await takeTheOnly()
  const pool = openPool(url.href, { size: 2 })
  const waiting = Promise.all([pool.query('select 1 as one'), pool.connect().then((client) => client.release())])
  await sleep(300)
  await other.end()
  const [{ rows }] = await waiting
  expect(rows).toEqual([{ one: 1 }])
  await pool.end()
})

test('who waits for too long gets the refusal of PostgreSQL', async () => {
  await takeTheOnly()
  const pool = openPool(url.href, { size: 2, connectSeconds: 0.4 })
  const began = performance.now()
  await expect(pool.query('select 1')).rejects.toMatchObject({ code: '53300' })
  await expect(pool.connect()).rejects.toMatchObject({ code: '53300' })
  expect(performance.now() - began).toBeGreaterThan(300)
  await other.end()
  await pool.end()
})
