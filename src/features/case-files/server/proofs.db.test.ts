import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { readKeys } from '#kit/evidence/proof.ts'
import { certificatesOf } from '#kit/evidence/time-stamp.ts'
import { rows, sql } from '#kit/server/db.ts'
import { openEgress } from '#kit/server/egress.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { domain } from '#platforms/domain.ts'
import { makeCaseFile } from './build-case-file.ts'
import { listEvidence } from './evidence-days.ts'
import { takeStamps } from './take-stamps.ts'
import { caseFileHelpers, sha256, verifyBytes } from './testing.ts'
import { type TestAuthority, testAuthority } from './testing-authority.ts'

const { at, one } = setUpActionTests()
const { get, waiting, fileOf, zipOf, storedPicture } = caseFileHelpers(at)
const folder = mkdtempSync(join(tmpdir(), 'brandkeep-proofs-'))
const egress = openEgress({ allowLoopback: true })
let first: TestAuthority
let second: TestAuthority
let app: AppContext

beforeAll(async () => {
  ;[first, second] = [await testAuthority('First Stamps'), await testAuthority('Second Stamps')]
  writeFileSync(join(folder, 'roots.pem'), first.rootPem + second.rootPem)
  const timeStamps = { authorities: [first.url, second.url], rootFile: join(folder, 'roots.pem') }
  app = { ...at.testApp.app, egress, settings: { ...at.testApp.app.settings, timeStamps } }
})
afterAll(async () => {
  await first.close()
  await second.close()
  await egress.close()
  rmSync(folder, { recursive: true, force: true })
})

const makeDue = () => rows(at.database.db, sql`update time_stamps set next_at = now() where token is null`)
const roots = () => certificatesOf(first.rootPem + second.rootPem)

test('a case file is signed and stamped; a stamp that an authority owes follows, a lie never does', async () => {
  second.set('down')
  const id = await waiting([await one(domain, '33', { domain: 'proved.example' })], 'proved.example')
  await makeCaseFile(app, id)
  const file = await fileOf(id)
  expect(file).toMatchObject({ state: 'ready', isSigned: true })
  expect(file.stamps).toEqual(
    expect.arrayContaining([
      { authority: first.url, at: expect.any(String), problem: null, tries: 1, isGivenUp: false },
      { authority: second.url, at: null, problem: 'It answered with HTTP 503', tries: 1, isGivenUp: false },
    ]),
  )
  // Whoever verifies needs nothing but what is published.
  const published = await at.testApp.server.inject('/.well-known/case-file-keys.json')
  expect(published.statusCode).toBe(200)
  expect(published.json()).toMatchObject({ issuer: 'http://127.0.0.1:4000', algorithm: 'Ed25519' })
  const keys = readKeys(published.body)!
  expect(keys).toHaveLength(1)
  const zip = await zipOf(id)
  expect(await verifyBytes(zip, { keys, roots: roots() })).toMatchObject({
    problems: [],
    origin: { issuer: 'http://127.0.0.1:4000', isKnown: true },
    stamps: [{ signer: 'First Stamps', isTrusted: true }],
  })
  // Nothing is requested before it is due; a stamp of tomorrow is refused then, and an honest one taken.
  const asked = second.count()
  await takeStamps(app)
  expect(second.count()).toBe(asked)
  second.set('tomorrow')
  await makeDue()
  await takeStamps(app)
  expect((await fileOf(id)).stamps.find(({ at: got }: { at: string | null }) => got === null)).toMatchObject({
    problem: 'The time stamp is from the future',
    tries: 2,
  })
  second.set('honest')
  await makeDue()
  await takeStamps(app)
  const proof = await get(`case-files/${id}/download?part=proof`)
  expect(proof.headers['content-disposition']).toMatch(/filename="case-file-.*\.proof\.json"$/)
  expect(await verifyBytes(zip, { keys, roots: roots(), proof: proof.body })).toMatchObject({
    problems: [],
    stamps: [{ signer: 'First Stamps' }, { signer: 'Second Stamps', isTrusted: true }],
  })
  // The file itself stays what it was, and what was recorded cannot be altered.
  expect((await zipOf(id)).equals(zip)).toBe(true)
  for (const change of [
    sql`update time_stamps set stamped_at = now()`,
    sql`delete from time_stamps`,
    sql`update case_files set signature = '{}'`,
    sql`delete from signing_keys`,
  ])
    await expect(change.execute(at.database.db)).rejects.toThrow(/cannot be altered/)
})

test('a stamp that did not come in 30 days is given up, and said to be', async () => {
  second.set('down')
  const id = await waiting([await one(domain, '33', { domain: 'late.example' })], 'late.example')
  await makeCaseFile(app, id)
  const late = async () => (await fileOf(id)).stamps.find(({ at: got }: { at: string | null }) => got === null)
  expect(await late()).toMatchObject({ isGivenUp: false })
  const requested = (days: number) =>
    rows(
      at.database.db,
      sql`update time_stamps set requested_at = now() - make_interval(days => ${days}) where case_file_id = ${id}::uuid and token is null`,
    )
  await requested(29)
  expect(await late()).toMatchObject({ isGivenUp: false })
  await requested(30)
  expect(await late()).toMatchObject({ isGivenUp: true, problem: 'It answered with HTTP 503' })
  const asked = second.count()
  await makeDue()
  await takeStamps(app)
  expect(second.count()).toBe(asked)
  second.set('honest')
})

test('a file without authorities, and a proof before there is one', async () => {
  const id = await waiting([await one(domain, '33', { domain: 'plain.example' })], 'plain.example')
  expect((await get(`case-files/${id}/download?part=proof`)).statusCode).toBe(409)
  await makeCaseFile(at.testApp.app, id)
  expect(await fileOf(id)).toMatchObject({ isSigned: true, stamps: [] })
  expect((await get(`case-files/${id}/download?part=proof`)).json()).toMatchObject({ stamps: [] })
})

test('each day one list has the hashes of all evidence since the last, names the head before, and is stamped', async () => {
  const picture = Buffer.from('a picture')
  await storedPicture(picture)
  const [file] = await rows<{ at: string }>(at.database.db, sql`select max(created_at) as at from files`)
  const day = (n: number) => new Date(new Date(file!.at).getTime() + n * 86_400_000)
  const dayText = (n: number) => day(n).toISOString().slice(0, 10)
  await listEvidence(app, day(0))
  await listEvidence(app, day(0))
  await listEvidence(app, day(1))
  await listEvidence(app, day(2))
  const days = await rows<{ day: string; previous: string | null; head: string; items: number; list: string }>(
    at.database.db,
    sql`select day::text, previous, head, items, list_key as list from evidence_days order by day`,
  )
  expect(days.map((one_) => one_.day)).toEqual([dayText(-1), dayText(0), dayText(1)])
  expect(days.map(({ items }) => items)).toEqual([0, 1, 0])
  expect(days.map(({ previous }) => previous)).toEqual([null, days[0]!.head, days[1]!.head])
  const list = (await app.files.read(days[1]!.list))!
  expect(sha256(list)).toBe(days[1]!.head)
  expect(list.toString()).toContain(`previous ${days[0]!.head}\n${sha256(picture)} file `)
  const stamped = await rows(at.database.db, sql`select 1 from time_stamps where day is not null and token is not null`)
  expect(stamped).toHaveLength(6)
})
