import { expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { foldCounters, countFindings } from '#features/findings/server/counters.ts'
import { rows, sql } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { platformOf } from '#platforms/all.ts'
import { editingHandlers } from './handlers.ts'

const { at, own, post } = setUpActionTests()
const db = () => at.database.db
const [domain, eCommerce] = [platformOf('domain')!, platformOf('e-commerce')!]
const run = () => editingHandlers(at.testApp.app)[0]!.run({}, { jobId: '1' })
const deletedAgo = (ids: readonly string[], days: number) =>
  rows(db(), sql`update findings set deleted_at = now() - ${days} * interval '1 day' where id = any(${ids}::uuid[])`)
const left = async (ids: readonly string[]) => {
  const found = await rows<{ id: string }>(db(), sql`select id from findings where id = any(${ids}::uuid[])`)
  return ids.map((id) => found.some((one) => one.id === id))
}
const facts = { registrar: 'Keeper', ipAddress: '203.0.113.7', hosting: 'Host', date: '2026-03-04' }

test('deleted findings are removed after a year with comments; enforced, purchased and case-file ones stay', async () => {
  const { companies, brands, people } = at.world
  const ids = await own(domain, ['33', '33', '33', '33', '33'])
  const [gone, young, enforced, filed] = ids as [string, string, string, string]
  const [bought, sold] = (await own(eCommerce, ['33', '33'])) as [string, string]
  const change = { ...facts, actionTaken: 'Other', infrigementStatus: '11' }
  await post(`domain/${enforced}/enforcement`, change, 'analyst')
  await rows(
    db(),
    sql`insert into purchases (id, company_id, finding_id, seller_name) values (${newId()}, ${companies.parent}, ${bought}, 'S')`,
  )
  await rows(
    db(),
    sql`insert into case_files (id, platform, company_ids, finding_ids, title, requested_by)
      values (${newId()}, 'domain', array[${companies.parent}::uuid], array[${filed}::uuid], 'a', ${people.analyst})`,
  )
  for (const id of [gone, young])
    await rows(
      db(),
      sql`insert into comments (id, company_id, finding_id, comment, user_id)
        values (${newId()}, ${companies.parent}, ${id}, 'Mine', ${people.client})`,
    )
  const logs = () => rows<{ n: number }>(db(), sql`select count(*)::int as n from status_log`)
  const before = await logs()
  await deletedAgo([gone, enforced, filed, bought, sold], 366)
  await deletedAgo([young], 364)
  await run()
  expect(await left([...ids, bought, sold])).toEqual([false, true, true, true, true, true, false])
  expect(await rows(db(), sql`select finding_id as id from comments`)).toEqual([{ id: young }])
  expect(await rows(db(), sql`select 1 from findings_domain where finding_id = ${gone}`)).toEqual([])
  expect(await logs()).toEqual(before)
  const logged = await rows(
    db(),
    sql`select model, total_affected as total, user_id as by from data_log where type = 'delete' order by model`,
  )
  expect(logged).toEqual([
    { model: 'Domain', total: 1, by: null },
    { model: 'Ecommerce', total: 1, by: null },
  ])
  await foldCounters(db())
  const counted = await countFindings(db(), {
    platform: 'domain',
    companyIds: [companies.parent],
    brandIds: [brands.own],
  })
  expect(counted).toBe(1)
  await run()
  expect(await left(ids)).toEqual([false, true, true, true, true])
})

test('a picture is removed with its last finding, unless an email or a brand has it or it is newer; in several batches', async () => {
  const { app } = at.testApp
  const { bucket } = app.files
  const stored = async (name: string, days: number) => {
    const key = `2024/01/01/${name}.png`
    for (const path of [key, `${key}.thumb.webp`, `${key}.card.webp`, `${key}.mail.jpg`])
      await app.files.put(path, Buffer.from(name), 'image/png')
    await rows(
      db(),
      sql`insert into files (id, bucket, key, purpose, original_name, media_type, bytes, sha256, created_at)
        values (${newId()}, ${bucket}, ${key}, 'images', ${name}, 'image/png', 1, ''::bytea, now() - ${days} * interval '1 day'),
          (${newId()}, ${bucket}, ${`${key}.mail.jpg`}, 'mail-copy', ${name}, 'image/jpeg', 1, ''::bytea, now())`,
    )
    return { image: name, imageBucket: bucket, imageKey: key }
  }
  const names = ['alone', 'shared', 'carried', 'young', 'look', 'reduced'] as const
  const pictures = await Promise.all(names.map((name) => stored(name, name === 'young' ? 100 : 500)))
  const ids = await Promise.all(pictures.map(async (picture) => (await own(domain, ['33'], picture))[0]!))
  await own(domain, ['33'], pictures[1])
  const attachments = JSON.stringify([
    { fileName: 'x', text: '', filledWith: { mark: 'm', key: pictures[2]!.imageKey } },
    { fileName: 'picture.jpg', bucket, key: `${pictures[5]!.imageKey}.mail.jpg` },
  ])
  await rows(
    db(),
    sql`insert into mails (id, kind, recipient, subject, text_body, attachments)
      values (${newId()}, 'enforcement', 'a@b.test', 's', 't', ${attachments}::jsonb)`,
  )
  await rows(
    db(),
    sql`insert into brand_references (id, brand_id, kind, label, image_key, created_by)
      values (${newId()}, ${at.world.brands.own}, 'picture', 'Tea', ${pictures[4]!.imageKey}, ${at.world.people.admin})`,
  )
  const many = await own(
    domain,
    Array.from({ length: 1001 }, () => '33'),
  )
  await deletedAgo([...ids, ...many], 400)
  await run()
  expect((await left([...ids, ...many])).every((is) => !is)).toBe(true)
  const thereAre = async (path: (key: string) => string) =>
    Promise.all(pictures.map(async ({ imageKey }) => (await app.files.read(path(imageKey))) !== undefined))
  expect(await thereAre((key) => key)).toEqual([false, true, true, true, true, true])
  for (const ending of ['thumb.webp', 'card.webp', 'mail.jpg'])
    expect(await thereAre((key) => `${key}.${ending}`)).toEqual([false, true, true, true, true, true])
  const known = await rows<{ name: string }>(
    db(),
    sql`select original_name as name from files where original_name = any(${names}::text[]) order by 1`,
  )
  const kept = ['carried', 'look', 'reduced', 'shared', 'young']
  expect(known.map(({ name }) => name)).toEqual(kept.flatMap((name) => [name, name]))
})

test('whether a picture is shown elsewhere is looked up by an index, not in all findings', async () => {
  const client = await at.database.pool.connect()
  try {
    await client.query('begin')
    await client.query(
      `insert into findings (company_id, id, brand_id, platform, reporting_date, status, identity_key, image_key)
       select $1, gen_random_uuid(), $2, 'domain', '2026-03-04', '11', gen_random_uuid(), '2026/01/01/' || n || '.png'
       from generate_series(1, 20000) n`,
      [at.world.companies.parent, at.world.brands.own],
    )
    await client.query('analyze findings')
    const keys = Array.from({ length: 100 }, (_, n) => `'2026/01/01/${n}.png'`).join()
    const plan = await client.query<{ 'QUERY PLAN': string }>(
      `explain select f.image_key from findings f where f.image_key = any(array[${keys}])`,
    )
    expect(plan.rows.map((line) => line['QUERY PLAN']).join('\n')).toContain('findings_pictures')
  } finally {
    await client.query('rollback')
    client.release()
  }
})
