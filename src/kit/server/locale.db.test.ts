import { randomBytes } from 'node:crypto'
import { Client, Pool } from 'pg'
import { expect, inject, test } from 'vitest'
import { localeProblem } from './locale.ts'

async function problemWith(locale: string): Promise<string | undefined> {
  const admin = new Pool({ connectionString: inject('clusterUrl'), max: 1 })
  const name = `${inject('templateDatabase').replace(/_0$/, '')}_${randomBytes(6).toString('hex')}`
  const address = new URL(inject('clusterUrl'))
  address.pathname = `/${name}`
  try {
    await admin.query(`create database ${name} template template0 encoding utf8 ${locale}`)
    const client = new Client({ connectionString: address.href })
    await client.connect()
    try {
      return await localeProblem(client)
    } finally {
      await client.end()
    }
  } finally {
    await admin.query(`drop database if exists ${name} with (force)`)
    await admin.end()
  }
}

test('a database that knows only the letters A to Z is named, one with a Unicode locale is not', async () => {
  expect(await problemWith("locale_provider libc locale 'C'")).toMatch(/^The database knows only the letters A to Z/)
  expect(await problemWith("locale_provider icu icu_locale 'und' locale 'C'")).toBeUndefined()
})
