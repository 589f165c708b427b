import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#kit/server/id.ts'
import { migrate } from '#kit/server/migrate.ts'
import { type TestDatabase, testDatabase } from '#kit/server/testing.ts'

const all = join(import.meta.dirname, '../../db/migrations')
/** The last migration before abuse contacts said where they come from. */
const lastBefore = '0362_statistics_of_searched_texts.sql'

let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await testDatabase('template1')
  folder = mkdtempSync(join(tmpdir(), 'before-sources-'))
  for (const name of readdirSync(all).filter((one) => one <= lastBefore)) cpSync(join(all, name), join(folder, name))
  await migrate({ url: database.url, folder })
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await database.drop()
})

test('stored abuse contacts get their source and day, and addresses that answered before are confirmed', async () => {
  const { pool } = database
  const [company, brand, user, finding, notice] = [newId(), newId(), newId(), newId(), newId()]
  await pool.query(`
    insert into companies (id, name, legal_name) values ('${company}', 'Old', 'Old Ltd');
    insert into brands (id, company_id, brand_name) values ('${brand}', '${company}', 'Oldie');
    insert into users (id, username, email, first_name, last_name, role)
      values ('${user}', 'a@old.test', 'a@old.test', 'A', 'Old', 'Analyst');
    insert into findings (company_id, id, brand_id, platform, reporting_date, status, priority, identity_key)
      values ('${company}', '${finding}', '${brand}', 'domain', '2026-03-01', '11', 'High', gen_random_uuid());
    insert into findings_domain (company_id, finding_id, domain) values ('${company}', '${finding}', 'a.example');
    insert into enforcements (id, company_id, finding_id, action_taken, action_date, status, abuse_email)
      values ('${notice}', '${company}', '${finding}', 'Abuse E-mail Sent', '2026-03-04', '11', 'Abuse@answers.test');
    insert into registrations (subject, outcome, name, emails, source, server, requested_at) values
      ('domain:k.test', 'found', 'Namekeep', '{Abuse@namekeep.test}', 'whois', 'whois.k.test', '2026-05-06T10:00Z');
    insert into abuse_contacts (name, email, created_by, created_at) values
      ('NAMEKEEP', 'abuse@namekeep.test', null, now() + interval '1 s'),
      ('Forgotten', 'abuse@answers.test', null, '2028-07-08T10:00Z'),
      ('Typed', 'abuse@typed.test', '${user}', '2026-07-08T10:00Z');
    insert into inbound_mails (id, name, kind, sender, enforcement_id, doubt, received_at) values
      (gen_random_uuid(), '1', 'automatic', 'abuse@ANSWERS.test', '${notice}', null, '2026-03-05T10:00Z'),
      (gen_random_uuid(), '2', 'reply', 'abuse@answers.test', '${notice}', null, '2026-03-07T10:00Z'),
      (gen_random_uuid(), '3', 'reply', 'abuse@answers.test', '${notice}', 'In doubt', '2026-03-09T10:00Z'),
      (gen_random_uuid(), '4', 'reply', 'other@answers.test', '${notice}', null, '2026-03-09T10:00Z');
  `)
  await migrate({ url: database.url, folder: all })
  const { rows } = await pool.query(
    `select name, source, checked_on::text as day, is_from_registry as "isFromRegistry" from abuse_contacts
     where name in ('NAMEKEEP', 'Forgotten', 'Typed', 'GoDaddy') order by name`,
  )
  expect(rows).toEqual([
    { name: 'Forgotten', source: 'Not recorded', day: '2028-07-08', isFromRegistry: false },
    { name: 'GoDaddy', source: 'Supplied with the product', day: '2026-11-21', isFromRegistry: false },
    { name: 'NAMEKEEP', source: 'WHOIS of whois.k.test', day: '2026-05-06', isFromRegistry: true },
    { name: 'Typed', source: 'Entered by a person', day: '2026-07-08', isFromRegistry: false },
  ])
  const answered = await pool.query('select email, answered_at as at from answered_addresses')
  expect(answered.rows).toEqual([{ email: 'abuse@answers.test', at: '2026-03-07T10:00:00.000Z' }])
})
