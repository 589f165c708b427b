import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import type { EvidenceDay } from '#features/case-files/contract.ts'
import { listName } from '#kit/evidence/evidence-list.ts'
import { listsName } from '#kit/evidence/manifest.ts'
import { readKeys } from '#kit/evidence/proof.ts'
import { certificatesOf } from '#kit/evidence/time-stamp.ts'
import { verdictOf } from '#kit/evidence/verdict.ts'
import { rows, sql } from '#kit/server/db.ts'
import { openEgress } from '#kit/server/egress.ts'
import { newId } from '#kit/server/id.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { linesOfPdf } from '#kit/server/testing-pdf.ts'
import { domain } from '#platforms/domain.ts'
import { listEvidence } from './evidence-days.ts'
import { takeStamps } from './take-stamps.ts'
import { caseFileHelpers, sha256, verifyBytes } from './testing.ts'
import { type TestAuthority, testAuthority } from './testing-authority.ts'

const { at, one } = setUpActionTests()
const { get, made, zipOf, storedPicture } = caseFileHelpers(at)
const folder = mkdtempSync(join(tmpdir(), 'brandkeep-days-'))
const egress = openEgress({ allowLoopback: true })
const picture = Buffer.from('a picture of three days ago')
const notice = 'c'.repeat(64)
let authority: TestAuthority
let app: AppContext
let image: Awaited<ReturnType<typeof storedPicture>>

const now = Date.now()
const daysFromNow = (days: number) => new Date(now + days * 86_400_000)
const day = (days: number) => daysFromNow(days).toISOString().slice(0, 10)

beforeAll(async () => {
  authority = await testAuthority('Test Stamps')
  writeFileSync(join(folder, 'roots.pem'), authority.rootPem)
  const timeStamps = { authorities: [authority.url], rootFile: join(folder, 'roots.pem') }
  app = { ...at.testApp.app, egress, settings: { ...at.testApp.app.settings, timeStamps } }
  image = await storedPicture(picture)
  await rows(at.database.db, sql`update files set created_at = ${daysFromNow(-3).toISOString()}`)
  await rows(
    at.database.db,
    sql`insert into mails (id, kind, recipient, subject, text_body, sending_at, stored_key, stored_sha256)
      values (${newId()}, 'notice', 'desk@desk.test', 'Notice', 'Text', ${daysFromNow(-3).toISOString()}, 'a-key', decode(${notice}, 'hex'))`,
  )
  for (const days of [-2, -1, 0]) await listEvidence(app, daysFromNow(days))
})
afterAll(async () => {
  await authority.close()
  await egress.close()
  rmSync(folder, { recursive: true, force: true })
})

const listed = async (query = '') =>
  (await get(`evidence-days${query}`, 'admin')).json() as { docs: EvidenceDay[]; totalDocs: number }
const downloaded = (of: string, who = 'admin') => get(`evidence-days/${of}/download`, who)
/** What the verifier says of a day with what the console publishes. */
async function verdictOn(of: string) {
  const keys = readKeys((await at.testApp.server.inject('/.well-known/case-file-keys.json')).body)
  const roots = certificatesOf(authority.rootPem)
  return verdictOf(await verifyBytes((await downloaded(of)).rawPayload, { keys, roots }))
}
/** Changes what the triggers guard, as somebody with the database can. */
async function forge(table: string, change: ReturnType<typeof sql>) {
  await rows(at.database.db, sql`alter table ${sql.id(table)} disable trigger user`)
  await rows(at.database.db, change)
  await rows(at.database.db, sql`alter table ${sql.id(table)} enable trigger user`)
}

test('only an Admin sees the lists of days and downloads one', async () => {
  for (const path of ['evidence-days', `evidence-days/${day(-3)}/download`]) {
    expect((await at.testApp.server.inject(`/api/${path}`)).statusCode).toBe(401)
    for (const who of ['client', 'analyst']) expect((await get(path, who)).statusCode, `${who} ${path}`).toBe(403)
    expect((await get(path, 'admin')).statusCode).toBe(200)
  }
  const { docs, totalDocs } = await listed()
  expect(totalDocs).toBe(3)
  expect(docs.map(({ id, items }) => [id, items])).toEqual([
    [day(-1), 0],
    [day(-2), 0],
    [day(-3), 2],
  ])
  expect(docs[2]).toMatchObject({ from: null, notices: 1, answers: 0, previous: null, followsOn: true, isSigned: true })
  expect(docs[1]).toMatchObject({ from: day(-2), previous: docs[2]!.head, followsOn: true })
  expect(docs[0]!.stamps).toEqual([
    { authority: authority.url, at: expect.any(String), problem: null, tries: 1, isGivenUp: false },
  ])
  expect((await listed('?perPage=1&page=2')).docs.map(({ id }) => id)).toEqual([day(-2)])
  expect((await listed(`?search=${day(-2)}`)).docs.map(({ id }) => id)).toEqual([day(-2)])
  expect((await listed(`?search=${docs[0]!.head.slice(0, 12)}`)).docs.map(({ id }) => id)).toEqual([day(-1)])
  expect((await downloaded(day(1))).statusCode).toBe(404)
  expect((await downloaded('yesterday')).statusCode).toBe(422)
})

test('a list whose stamps could not be requested when it was made is stamped by the next round', async () => {
  const listOf = async () => (await listed(`?search=${day(0)}`)).docs
  const unstamped = { ...app.settings.timeStamps, rootFile: join(folder, 'missing.pem') }
  const ending = { ...app, settings: { ...app.settings, timeStamps: unstamped } }
  await expect(listEvidence(ending, daysFromNow(1))).rejects.toThrow('missing.pem')
  expect(await listOf()).toMatchObject([{ stamps: [{ authority: authority.url, at: null, isGivenUp: false }] }])
  await takeStamps(app)
  expect(await listOf()).toMatchObject([{ stamps: [{ authority: authority.url, at: expect.any(String), tries: 1 }] }])
  await forge('time_stamps', sql`delete from time_stamps where day = ${day(0)}::date`)
  await forge('evidence_days', sql`delete from evidence_days where day = ${day(0)}::date`)
})

test('the file of a day is verified without the console: unaltered, by whom, not after when', async () => {
  const answer = await downloaded(day(-3))
  expect(answer.headers['content-disposition']).toBe(`attachment; filename="evidence-${day(-3)}.zip"`)
  const list = strFromU8(unzipSync(answer.rawPayload)[listName]!)
  expect(list).toContain(`\n${sha256(picture)} file `)
  expect(list).toContain(`\n${notice} notice `)
  expect(await verdictOn(day(-3))).toMatchObject({
    kind: 'proved',
    title: expect.stringMatching(/^Unaltered, made by http:\/\/127\.0\.0\.1:4000, not after 20/),
    lines: expect.arrayContaining([
      `Verification code: ${sha256(Buffer.from(list))}`,
      `List of evidence: ${day(-3)} (UTC); the list before: none, this is the first list`,
      expect.stringContaining('SHA-256 of pictures and other files: 1, notices: 1, answers: 0'),
    ]),
  })
  expect(verdictOf(await verifyBytes(answer.rawPayload))).toMatchObject({
    kind: 'consistent',
    title: 'Consistent in itself, origin not proved',
  })
})

test('a case file names the lists that have its pictures, in an entry and on the cover', async () => {
  const early = await one(domain, '33', { domain: 'listed.example', ...image })
  const late = await one(domain, '33', { domain: 'new.example', ...(await storedPicture(Buffer.from('of today'))) })
  await rows(
    at.database.db,
    sql`update files set created_at = ${daysFromNow(0).toISOString()} where sha256 = decode(${sha256(Buffer.from('of today'))}, 'hex')`,
  )
  const bytes = await zipOf(await made([early, late]))
  const zip = unzipSync(bytes)
  const { lines } = verdictOf(await verifyBytes(bytes))
  expect(lines).toContain(`Also in the evidence lists of these days: ${day(-3)}`)
  expect(lines).toContain(
    `Not in an evidence list yet when this file was made; the first that can have what is missing: ${day(0)}`,
  )
  const { head } = (await listed()).docs[2]!
  expect(JSON.parse(strFromU8(zip[listsName]!))).toEqual([
    { day: day(-3), code: head, files: [{ file: 'findings/001/picture.png', sha256: sha256(picture) }] },
    { day: day(0), code: null, files: [{ file: 'findings/002/picture.png', sha256: sha256(Buffer.from('of today')) }] },
  ])
  const cover = linesOfPdf(Buffer.from(zip['file.pdf']!))[0]!.join(' ')
  expect(cover).toContain(`${day(-3)}: ${head}`)
  expect(cover).toContain(`${day(0)}: not made yet when this file was created`)
})

test('a changed hash, another time stamp and a missing day are each found', async () => {
  const keyOf = async (of: string) =>
    (
      await rows<{ key: string }>(
        at.database.db,
        sql`select list_key as key from evidence_days where day = ${of}::date`,
      )
    )[0]!.key
  const key = await keyOf(day(-3))
  const list = (await at.testApp.app.files.read(key))!
  await at.testApp.app.files.put(
    key,
    Buffer.from(list.toString().replace(notice, notice.replace('c', 'd'))),
    'text/plain',
  )
  expect(await verdictOn(day(-3))).toMatchObject({
    kind: 'altered',
    lines: [
      expect.stringMatching(/^proof\.json is that of another list, or evidence-list\.txt is altered/),
      expect.anything(),
    ],
  })
  await at.testApp.app.files.put(key, list, 'text/plain')
  expect((await verdictOn(day(-3))).kind).toBe('proved')

  await forge(
    'time_stamps',
    sql`update time_stamps t set token = o.token from time_stamps o where t.day = ${day(-3)}::date and o.day = ${day(-2)}::date`,
  )
  expect(await verdictOn(day(-3))).toEqual({
    kind: 'altered',
    title: 'Altered',
    lines: [`Time stamp of ${authority.url}: The time stamp is for something else`],
  })

  await forge('time_stamps', sql`delete from time_stamps where day = ${day(-2)}::date`)
  await forge('evidence_days', sql`delete from evidence_days where day = ${day(-2)}::date`)
  const { docs } = await listed()
  expect(docs.map(({ id, followsOn }) => [id, followsOn])).toEqual([
    [day(-1), false],
    [day(-3), true],
  ])
  await at.testApp.app.files.remove(await keyOf(day(-1)))
  expect((await downloaded(day(-1))).statusCode).toBe(410)
})
