import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rows, sql } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { migrate } from '#kit/server/migrate.ts'
import { type TestDatabase, testDatabase } from '#kit/server/testing.ts'

const all = join(import.meta.dirname, '../../db/migrations')
/** The last migration before codes and links were taken out of emails. */
const lastBefore = '0220_paused_jobs_end.sql'

let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await testDatabase('template1')
  folder = mkdtempSync(join(tmpdir(), 'before-secrets-'))
  for (const name of readdirSync(all).filter((one) => one <= lastBefore)) cpSync(join(all, name), join(folder, name))
  await migrate({ url: database.url, folder })
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await database.drop()
})

test('codes and links are taken out of emails of before; those that wait keep them until they are sent', async () => {
  const { db } = database
  const code = 'Hello 654321,\n\nYour one-time code is 123456. It is valid.'
  const link = 'It expires:\n\nhttps://x.test/reset-password/aB-3_x\n\nIf this was not you'
  for (const [kind, text, ended] of [
    ['one-time-code', code, 'sent_at'],
    ['reset-link', link, 'failed_at'],
    ['one-time-code', code, 'claimed_at'],
    ['reset-link', link, 'claimed_at'],
    ['notice', code, 'sent_at'],
  ] as const)
    await rows(
      db,
      sql`insert into mails (id, kind, recipient, subject, text_body, ${sql.id(ended)})
        values (${newId()}, ${kind}, 'a@mail.test', 'A', ${text}, now())`,
    )
  await migrate({ url: database.url, folder: all })
  expect(await rows(db, sql`select text_body as text, secret from mails order by id`)).toEqual([
    { text: code.replace('123456', '(removed)'), secret: null },
    { text: link.replace('aB-3_x', '(removed)'), secret: null },
    { text: code, secret: '123456' },
    { text: link, secret: 'aB-3_x' },
    { text: code, secret: null },
  ])
})
