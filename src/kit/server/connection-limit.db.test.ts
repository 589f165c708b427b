import { randomBytes } from 'node:crypto'
import { Client, Pool } from 'pg'
import { expect, inject, test } from 'vitest'
import { allowedConnections, noConnectionLeft } from './connection-limit.ts'

test('what limits the connections of a role is named, and so is the failure to get one', async () => {
  const admin = new Pool({ connectionString: inject('clusterUrl'), max: 1 })
  const role = `brandkeep_few_${randomBytes(6).toString('hex')}`
  const url = new URL(inject('clusterUrl'))
  url.username = role
  url.password = 'few'
  const first = new Client({ connectionString: url.href })
  const second = new Client({ connectionString: url.href })
  try {
    await admin.query(`create role ${role} login password 'few' connection limit 1`)
    await first.connect()
    expect(await allowedConnections(first)).toEqual({ allowed: 1, setting: 'the connection limit of its role' })
    const { allowed, setting } = await allowedConnections(admin)
    expect(setting).toBe('max_connections')
    expect(allowed).toBeGreaterThan(1)
    const refused = await second.connect().catch((problem: unknown) => problem)
    // The sentence of the server is in its own language.
    expect(refused).toMatchObject({ code: '53300' })
    expect(noConnectionLeft(refused)).toBe(
      `PostgreSQL has no connection left (${(refused as Error).message}): raise max_connections, or stop something that uses it.`,
    )
    expect(noConnectionLeft(new Error('another'))).toBeUndefined()
  } finally {
    await first.end()
    await admin.query(`drop role if exists ${role}`)
    await admin.end()
  }
})
