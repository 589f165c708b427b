import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rows, sql } from '#kit/server/db.ts'
import { migrate } from '#kit/server/migrate.ts'
import { readReleased, releasedFile } from '#kit/server/migrate-files.ts'
import { type TestDatabase, testDatabase } from '#kit/server/testing.ts'

const all = join(import.meta.dirname, '../../db/migrations')
/** The last migration of the first version that held user data. */
const lastOfFirst = '0012_updated_by.sql'

let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await testDatabase('template1')
  folder = mkdtempSync(join(tmpdir(), 'first-version-'))
  for (const name of readdirSync(all).filter((one) => one <= lastOfFirst)) cpSync(join(all, name), join(folder, name))
  await migrate({ url: database.url, folder })
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await database.drop()
})

const company = '01980000-0000-7000-8000-000000000001'
const brand = '01980000-0000-7000-8000-000000000002'
const user = '01980000-0000-7000-8000-000000000003'
const finding = '01980000-0000-7000-8000-000000000004'

test('a database of the first version with rows in it is upgraded: logs, counters, sellers, last enforcements and clocks', async () => {
  await database.pool.query(`
    insert into companies (id, name, legal_name) values ('${company}', 'Old', 'Old Ltd');
    insert into brands (id, company_id, brand_name) values ('${brand}', '${company}', 'Oldie');
    insert into users (id, username, email, first_name, last_name, role)
      values ('${user}', 'a@old.test', 'a@old.test', 'A', 'Old', 'Analyst');
    insert into findings (company_id, id, brand_id, platform, reporting_date, status, priority, identity_key)
      values ('${company}', '${finding}', '${brand}', 'e-commerce', '2025-03-05', '33', 'High', gen_random_uuid());
    insert into findings_e_commerce (company_id, finding_id, site, url, title, username)
      values ('${company}', '${finding}', 'shop.example', 'https://shop.example/1', 'Old thing', 'Some Seller');
    insert into enforcements (id, company_id, finding_id, action_taken, action_date, status)
      values ('01980000-0000-7000-8000-000000000005', '${company}', '${finding}', 'Abuse mail', '2025-03-06', '11'),
             ('01980000-0000-7000-8000-000000000006', '${company}', '${finding}', 'Reminder', '2025-04-06', '11');
    insert into status_log (id, at, company_id, brand_id, platform, finding_id, module, user_id, username, search_term, status_from, status_to)
      values ('01980000-0000-7000-8000-000000000007', '2025-03-05', '${company}', '${brand}', 'e-commerce', '${finding}',
        'upload', '${user}', 'a@old.test', 'https://shop.example/1', '', '33'),
        ('01980000-0000-7000-8000-000000000008', now(), '${company}', '${brand}', 'e-commerce', '${finding}',
        'dashboard', '${user}', 'a@old.test', 'https://shop.example/1', '33', '22');
    insert into data_log (id, at, user_id, type, model, total_affected)
      values ('01980000-0000-7000-8000-000000000009', '2025-03-05', '${user}', 'add', 'Ecommerce', 1),
             ('01980000-0000-7000-8000-00000000000a', now(), '${user}', 'add', 'Ecommerce', 1);
    update findings set client_comment = 'From the sheet';
    insert into comments (id, company_id, finding_id, comment, user_id)
      values ('01980000-0000-7000-8000-00000000000b', '${company}', '${finding}', 'Written before', '${user}');
    select enqueue_job('reset-asked', '{"username": "a@old.test"}', 3);
    select enqueue_job('mail-client-requests', '{"sendingId": "${finding}"}', 3);
  `)
  await migrate({ url: database.url, folder: all })

  // Jobs that wait are carried over to the names that the worker reads.
  expect(await rows(database.db, sql`select name, data from pgboss.job where state = 'created' order by name`)).toEqual(
    [
      { name: 'mail-client-requests', data: { submissionId: finding } },
      { name: 'password-reset-requested', data: { username: 'a@old.test' } },
      { name: 'renormalise-addresses', data: {} },
    ],
  )

  // A comment that only stood on its finding is among all comments, without an author.
  expect(await rows(database.db, sql`select comment, user_id from comments order by comment`)).toEqual([
    { comment: 'From the sheet', user_id: null },
    { comment: 'Written before', user_id: user },
  ])

  expect(await rows(database.db, sql`select type, total_affected as n from data_log order by at`)).toEqual([
    { type: 'add', n: 1 },
    { type: 'add', n: 1 },
  ])
  expect(await rows(database.db, sql`select status_to from status_log order by at`)).toHaveLength(2)
  expect(
    await rows(
      database.db,
      sql`select detected_at::text as detected, approved_at is not null as approved, sent_at from finding_clocks`,
    ),
  ).toEqual([{ detected: '2025-03-06 00:00:00+00', approved: true, sent_at: null }])
  await database.pool.query('select fold_log_rows()')
  expect(await rows(database.db, sql`select search_term from status_log_terms`)).toEqual([
    { search_term: 'https://shop.example/1' },
  ])
  expect(await rows(database.db, sql`select action_taken from last_enforcements`)).toEqual([
    { action_taken: 'Reminder' },
  ])
  expect(await rows(database.db, sql`select n from counter_priority`)).toEqual([{ n: 1 }])
  expect(await rows(database.db, sql`select distinct kind, value, n from counter_value order by kind`)).toEqual([
    { kind: 'acted-e-commerce', value: '2025-04-06', n: 1 },
    { kind: 'seller', value: 'Some Seller', n: 1 },
    { kind: 'site', value: 'shop.example', n: 1 },
  ])
  expect(await rows(database.db, sql`select seller from findings`)).toEqual([{ seller: 'some seller' }])
  await database.pool.query('select fold_sellers()')
  expect(await rows(database.db, sql`select seller, n from seller_totals`)).toEqual([{ seller: 'some seller', n: 1 }])
})

test('a second run applies and changes nothing', async () => {
  await migrate({ url: database.url, folder: all })
  expect(await rows(database.db, sql`select count(*)::int as n from data_log`)).toEqual([{ n: 2 }])
})

test('a database that applied a file before it was edited gets what the edit added', async () => {
  const early = await testDatabase('template1')
  const before = join(folder, 'before')
  const released = await readReleased(join(all, releasedFile))
  const digestOf = (name: string) => released[name]!.earlier![0]!.sha256
  try {
    cpSync(all, before, { recursive: true, filter: (path) => !/\/(00[89]|0[1-9]\d)\d_/.test(path) })
    await migrate({ url: early.url, folder: before })
    await early.pool.query('alter table visit_hosts drop column tail_at')
    await early.pool.query("insert into visit_hosts (host, next_at) values ('early.test', now())")
    await early.pool.query('drop index white_list_entries_search')
    await early.pool.query('alter table white_list_entries alter column normalised type text collate "default"')
    await early.pool.query(
      'create index white_list_entries_search on white_list_entries using gin ((normalised collate "default") gin_trgm_ops)',
    )
    await early.pool.query('alter table status_log drop constraint status_log_pkey, add primary key (id, at)')
    await early.pool.query('create index status_log_at on status_log (at desc, id desc)')
    for (const name of Object.keys(released).filter((one) => released[one]!.earlier))
      await early.pool.query('update schema_migrations set sha256 = $2 where name = $1', [name, digestOf(name)])
    await migrate({ url: early.url, folder: all })
    expect(await shapeOf(early)).toEqual(await shapeOf(database))
    expect(await rows(early.db, sql`select tail_at = next_at as same from visit_hosts`)).toEqual([{ same: true }])
  } finally {
    await early.drop()
  }
})

/** Columns and indexes of all tables but the partitions of the logs, whose months depend on the rows. */
async function shapeOf({ db }: TestDatabase) {
  const columns = await rows(
    db,
    sql`select table_name, column_name, data_type, is_nullable, collation_name from information_schema.columns
      where table_schema = 'public' and table_name !~ '_log_2' order by 1, 2`,
  )
  const indexes = await rows(
    db,
    sql`select indexdef from pg_indexes where schemaname = 'public' and tablename !~ '_log_2' order by 1`,
  )
  return { columns, indexes }
}
