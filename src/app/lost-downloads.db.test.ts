import { Agent, fetch } from 'undici'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { addFiles } from '#features/files/server/stored-exports.ts'
import { newKey, signedPath } from '#kit/server/files.ts'
import { rows, sql } from '#kit/server/db.ts'

const { at } = setUpActionTests()
const agent = new Agent()
let address: string
let link: string
const size = 48 * 1024 * 1024

beforeAll(async () => {
  const { companies, brands, people } = at.world
  await rows(
    at.database.db,
    sql`with made as (
        insert into findings (company_id, id, brand_id, platform, reporting_date, status, priority, identity_key)
        select ${companies.parent}, gen_random_uuid(), ${brands.own}, 'website', '2021-01-01', '22', 'High', gen_random_uuid()
        from generate_series(1, 20000) n returning company_id, id)
      insert into findings_website (company_id, finding_id, url)
      select company_id, id, 'https://copies.example/' || repeat('a', 1500) || id from made`,
  )
  const { files, db, settings } = at.testApp.app
  const key = newKey('zip')
  await files.put(key, Buffer.alloc(size), 'application/zip')
  const file = { name: 'a.zip', key, mediaType: 'application/zip', bytes: size, sha256: Buffer.alloc(32) }
  await addFiles(db, { bucket: files.bucket, userId: people.client, files: [file] })
  const target = { bucket: files.bucket, key, user: people.client, scope: companies.parent }
  address = await at.testApp.server.listen({ port: 0, host: '127.0.0.1' })
  link = `${address}${signedPath(settings.signingSecret, target)}`
}, 120_000)
afterAll(() => agent.destroy())

const change = (what: ReturnType<typeof sql>) => rows(at.database.db, what)
const client = () => at.world.people.client
const give = async () => {
  await change(sql`update users set is_blocked = false, role = 'Client', company_id = ${at.world.companies.parent}
    where id = ${client()}`)
  await change(sql`update brands set enabled = true where id = ${at.world.brands.own}`)
  await change(sql`update sessions set ended_at = null where user_id = ${client()}`)
}
afterEach(give)

/** Reads a little of an answer, then does something, and after two seconds reads the rest; returns how many bytes came. */
async function readSlowly(
  url: string,
  meanwhile: () => Promise<unknown>,
): Promise<{ bytes: number; isWhole: boolean }> {
  const answer = await fetch(url, { dispatcher: agent, headers: { authorization: `Bearer ${at.tokens['client']!}` } })
  expect(answer.status).toBe(200)
  const reader = answer.body!.getReader()
  let bytes = (await reader.read()).value!.length
  await meanwhile()
  await new Promise((done) => setTimeout(done, 2500))
  for (;;) {
    const part = await reader.read().catch(() => undefined)
    if (!part) return { bytes, isWhole: false }
    if (part.done) return { bytes, isWhole: true }
    bytes += part.value.length
  }
}

/** The line of the Data Logs that says that a download was cut off. */
async function cutOff(): Promise<{ by: string; type: string; subject: string } | undefined> {
  await new Promise((done) => setTimeout(done, 300))
  const found = await rows<{ by: string; type: string; subject: string }>(
    at.database.db,
    sql`select user_id as by, type, subject from data_log where model = 'Download' order by at desc limit 1`,
  )
  return found[0]
}

const sheet = () => `${address}/api/website/download-xls?type=csv&startDate=2021-01-01&endDate=2021-12-31`

test('a download that is read slowly arrives whole while access lasts', async () => {
  expect((await readSlowly(sheet(), () => Promise.resolve())).isWhole).toBe(true)
  expect(await readSlowly(link, () => Promise.resolve())).toEqual({ bytes: size, isWhole: true })
  expect(await cutOff()).toBeUndefined()
})

test.each([
  ['the user is blocked', () => sql`update users set is_blocked = true where id = ${client()}`],
  ['the session is ended', () => sql`update sessions set ended_at = now() where user_id = ${client()}`],
  ['the brand is disabled', () => sql`update brands set enabled = false where id = ${at.world.brands.own}`],
  [
    'the user is of another company',
    () => sql`update users set company_id = ${at.world.companies.foreign} where id = ${client()}`,
  ],
])('a download of findings ends on the way when %s', async (_, lost) => {
  const { bytes, isWhole } = await readSlowly(sheet(), () => change(lost()))
  expect(isWhole).toBe(false)
  expect(bytes).toBeLessThan(30_000_000)
  expect(await cutOff()).toEqual({
    by: client(),
    type: 'export',
    subject: expect.stringMatching(/^website\.csv, cut off after \d+(\.\d)? .B: access was lost$/),
  })
})

test('a stored file that a link opened ends on the way with the access of the user it was made for', async () => {
  const lost = sql`update users set is_blocked = true where id = ${client()}`
  const { bytes, isWhole } = await readSlowly(link, () => change(lost))
  expect(isWhole).toBe(false)
  expect(bytes).toBeLessThan(size)
  expect(await cutOff()).toMatchObject({
    by: client(),
    subject: expect.stringMatching(/^a\.zip, cut off after \d+(\.\d)? .B of 50\.3 MB: access was lost$/),
  })
})
