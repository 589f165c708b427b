import { randomBytes } from 'node:crypto'
import { Client, Pool } from 'pg'
import { expect, inject, test } from 'vitest'
import { connectionProblem, noConnectionLeft } from './connection-limit.ts'

test('a role that may open fewer connections than a process needs is named before calls fail, and so is the failure', async () => {
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
    expect(await connectionProblem(first, 1)).toBeUndefined()
    expect(await connectionProblem(first, 32)).toBe(
      'PostgreSQL allows this console 1 connections, and each of its processes opens up to 32: calls that get none end with 503. Raise the connection limit of its role, or lower DATABASE_CONNECTIONS.',
    )
    expect(await connectionProblem(admin, 100_000)).toMatch(/Raise max_connections,/)
    const refused = await second.connect().catch((problem: unknown) => problem)
    expect(noConnectionLeft(refused)).toMatch(/^PostgreSQL has no connection left \(too many connections for role/)
    expect(noConnectionLeft(new Error('another'))).toBeUndefined()
  } finally {
    await first.end()
    await admin.query(`drop role if exists ${role}`)
    await admin.end()
  }
})
