import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { Readable } from 'node:stream'
import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { addFindings } from '#features/findings/server/testing.ts'
import { rows, sql } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { linesOfPdf } from '#kit/server/testing-pdf.ts'
import { runAndKill } from '#kit/server/testing-killed.ts'
import { domain } from '#platforms/domain.ts'
import { makeCaseFile } from './build-case-file.ts'
import { caseFileHelpers, verifyBytes } from './testing.ts'

const { at, one } = setUpActionTests()
const { get, request, waiting, fileOf, zipOf, storedPicture } = caseFileHelpers(at)
/** The temporary folders that builds of a file have left. */
const leftovers = (id: string) => readdirSync(tmpdir()).filter((name) => name.startsWith(`brandkeep-case-${id}`))

describe('access that ends while the file is made', () => {
  const gone = 'The person who requested it no longer has access.'
  const setBlocked = (isBlocked: boolean) =>
    rows(at.database.db, sql`update users set is_blocked = ${isBlocked} where id = ${at.world.people.analyst}`)
  const objects = async (id: string) => {
    const found: string[] = []
    for await (const key of at.testApp.app.files.list()) if (key.includes(id)) found.push(key)
    return found
  }

  test('before it begins, or while it is drawn: no file is published in that name, and it says why', async () => {
    const finding = await one(domain, '33')
    const early = await waiting([finding], 'early')
    await setBlocked(true)
    await makeCaseFile(at.testApp.app, early)
    const late = await waiting([finding], 'late')
    await setBlocked(false)
    const { app } = at.testApp
    const files = {
      ...app.files,
      putFile: async (...stored: Parameters<typeof app.files.putFile>) => {
        await setBlocked(true)
        return await app.files.putFile(...stored)
      },
    }
    await makeCaseFile({ ...app, files }, late)
    await setBlocked(false)
    for (const id of [early, late]) {
      expect(await fileOf(id)).toMatchObject({ state: 'failed', problem: gone })
      expect(await objects(id)).toEqual([])
    }
    const logged = sql`select from data_log where record_id in (${early}, ${late})`
    expect(await rows(at.database.db, logged)).toEqual([])
  })

  test('a file of several companies is made for an Admin only: not if that person is an Analyst by then', async () => {
    const finding = await one(domain, '33')
    const { companies, brands, people } = at.world
    const [foreign] = await addFindings(at.database.db, domain, [
      { companyId: companies.foreign, brandId: brands.foreign, status: '33' },
    ])
    const ordered = async (recordIds: unknown[]) => {
      const answer = await at.testApp.server.inject({
        method: 'POST',
        url: '/api/case-files',
        payload: { platform: 'domain', recordIds, severalCompanies: true },
        headers: { authorization: `Bearer ${at.tokens['admin']!}` },
      })
      return answer.json().id as string
    }
    const [several, single] = [await ordered([finding, foreign]), await ordered([finding])]
    const become = (role: string) =>
      rows(at.database.db, sql`update users set role = ${role} where id = ${people.admin}`)
    await become('Analyst')
    for (const id of [several, single]) await makeCaseFile(at.testApp.app, id)
    await become('Admin')
    expect(await fileOf(several)).toMatchObject({
      state: 'failed',
      problem: 'The findings belong to several companies, and the person who requested the file is no longer an Admin.',
    })
    expect(await fileOf(single)).toMatchObject({ state: 'ready' })
  })
})

describe('access and input', () => {
  test('staff only; unknown, deleted and malformed findings are 404 and nothing is stored; invalid input is 422', async () => {
    const finding = await one(domain, '33')
    const { companies, brands } = at.world
    const [deleted] = await addFindings(at.database.db, domain, [
      { companyId: companies.parent, brandId: brands.own, status: '33', deletedAt: '2026-01-01' },
    ])
    const count = async () => (await rows<{ n: number }>(at.database.db, sql`select count(*) n from case_files`))[0]!.n
    const before = await count()
    expect((await request([finding], 'client')).statusCode).toBe(403)
    for (const ids of [[newId()], [finding, newId()], [finding, deleted], ['x'], [finding, '']])
      expect((await request(ids)).statusCode, String(ids)).toBe(404)
    // It does not exist on another platform.
    expect((await request([finding], 'analyst', 'website')).statusCode).toBe(404)
    for (const ids of [[], undefined, 'x', Array.from({ length: 201 }, () => newId()), [1]])
      expect((await request(ids)).statusCode).toBe(422)
    const [foreign] = await addFindings(at.database.db, domain, [
      { companyId: companies.foreign, brandId: brands.foreign, status: '33' },
    ])
    const both = (who: string, more: object) =>
      at.testApp.server.inject({
        method: 'POST',
        url: '/api/case-files',
        payload: { platform: 'domain', recordIds: [finding, foreign], ...more },
        headers: { authorization: `Bearer ${at.tokens[who]!}` },
      })
    // One file has one company, unless an Admin says so.
    for (const more of [{}, { severalCompanies: true }])
      expect((await both('analyst', more)).json()).toEqual({ message: expect.stringContaining('several companies') })
    expect((await both('admin', {})).json()).toMatchObject({ needs: 'severalCompanies' })
    expect((await both('analyst', { certificate: 'mars' })).statusCode).toBe(422)
    expect(await count()).toBe(before)
    expect((await both('admin', { severalCompanies: true, certificate: 'india' })).statusCode).toBe(200)
    expect((await request([finding], 'analyst', 'nothing')).json().errors).toEqual([
      { platform: 'Platform is not valid' },
    ])
    expect(await count()).toBe(before + 1)
  })

  test('409 before it is ready, 404 unknown, 410 after its retention time with the head kept; rows cannot be altered', async () => {
    const finding = await one(domain, '33', { domain: 'past.example' })
    const id = await waiting([finding], 'past.example')
    expect(await fileOf(id)).toMatchObject({ state: 'waiting', findings: 1, head: null })
    expect((await get(`case-files/${id}/download`)).statusCode).toBe(409)
    expect((await get(`case-files/${newId()}/download`)).statusCode).toBe(404)
    expect((await get(`case-files/${newId()}`)).statusCode).toBe(404)
    await makeCaseFile(at.testApp.app, id)
    const { head } = await fileOf(id)
    expect((await get(`case-files/${id}/download?part=x`)).statusCode).toBe(422)
    expect((await get(`case-files/${id}/download`, 'client')).statusCode).toBe(403)
    const found = (await get(`case-files?search=${head.slice(0, 12)}`)).json()
    expect(found.docs.map((doc: { id: string }) => doc.id)).toEqual([id])
    expect((await get('case-files?search=PAST.ex')).json().totalDocs).toBe(1)
    for (const change of [
      sql`update case_files set head = ${'0'.repeat(64)} where id = ${id}`,
      sql`update case_files set finding_ids = '{}' where id = ${id}`,
      sql`delete from case_files where id = ${id}`,
      sql`truncate case_files cascade`,
    ])
      await expect(change.execute(at.database.db)).rejects.toThrow(/cannot be altered/)
    await sql`alter table case_files disable trigger case_file_guarded`.execute(at.database.db)
    await sql`update case_files set ready_at = now() - interval '366 days' where id = ${id}`.execute(at.database.db)
    await sql`alter table case_files enable trigger case_file_guarded`.execute(at.database.db)
    await sql`select enqueue_job('maintain-case-files', '{}', 3)`.execute(at.database.db)
    await at.testApp.runJobs()
    expect(await fileOf(id)).toMatchObject({ state: 'dropped', head })
    const gone = await get(`case-files/${id}/download`)
    expect([gone.statusCode, gone.json().message]).toEqual([
      410,
      'This file has been deleted. Its verification code stays on record.',
    ])
  })

  test('a person is sent three at once: the fourth is refused, and who leaves gives the connection to the store back', async () => {
    const id = await waiting([await one(domain, '33')], 'large.example')
    await makeCaseFile(at.testApp.app, id)
    const { files } = at.testApp.app
    const { stream } = files
    const opened: Readable[] = []
    files.stream = () => {
      // The first byte of a file that never ends.
      const body = new Readable({ read: () => undefined })
      body.push('x')
      opened.push(body)
      return Promise.resolve({ body, bytes: 2 })
    }
    const readers: AbortController[] = []
    try {
      const url = await at.testApp.server.listen({ port: 0, host: '127.0.0.1' })
      const headers = { authorization: `Bearer ${at.tokens['analyst']!}` }
      const download = async () => {
        const reader = new AbortController()
        readers.push(reader)
        return (await fetch(`${url}/api/case-files/${id}/download`, { headers, signal: reader.signal })).status
      }
      for (let n = 0; n < 3; n++) expect(await download()).toBe(200)
      expect(await download()).toBe(429)
      expect(opened).toHaveLength(3)
      for (const reader of readers) reader.abort()
      await expect.poll(() => opened.every((body) => body.destroyed)).toBe(true)
      expect(await download()).toBe(200)
    } finally {
      for (const reader of readers) reader.abort()
      files.stream = stream
    }
  })

  test('a finding deleted before its file is built: the file fails with a message, and there is no download', async () => {
    const finding = await one(domain, '33')
    const id = await waiting([finding], 'deleted.example')
    await sql`update findings set deleted_at = now() where id = ${finding}`.execute(at.database.db)
    await makeCaseFile(at.testApp.app, id)
    expect(await fileOf(id)).toMatchObject({
      state: 'failed',
      problem: 'A finding was deleted before the file was created',
      head: null,
    })
    expect((await get(`case-files/${id}/download`)).statusCode).toBe(409)
  })
})

test('a case file names the product as the operator calls it, also for changes that nobody made', async () => {
  const { app } = at.testApp
  const pictured = await storedPicture(Buffer.from('a picture with a day'))
  const finding = await one(domain, '33', { domain: 'named.example', ...pictured })
  await rows(
    at.database.db,
    sql`insert into status_log (id, company_id, brand_id, platform, finding_id, module, username, search_term, status_from, status_to)
      values (${newId()}, ${at.world.companies.parent}, ${at.world.brands.own}, 'domain', ${finding}, 'edit', '', '', '00', '33')`,
  )
  const id = await waiting([finding], 'named.example')
  await makeCaseFile({ ...app, settings: { ...app.settings, productName: 'Shieldwall' } }, id)
  const zip = unzipSync(await zipOf(id))
  const texts = Object.entries(zip).map(([name, bytes]) =>
    name === 'file.pdf' ? linesOfPdf(Buffer.from(bytes)).flat().join(' ') : strFromU8(bytes),
  )
  expect(strFromU8(zip['findings/001/history.json']!)).toContain('Shieldwall')
  expect(texts.join('\n')).toMatch(/recorded by Shieldwall when .* Every day Shieldwall lists/)
  expect(texts.filter((text) => text.includes('Brandkeep'))).toEqual([])
})

/** Builds a file until it reads the first picture, where it is killed. */
const maker = `
const [url, id, settings] = process.argv.slice(1)
const { onPool, openPool } = await import('#kit/server/db.ts')
const { makeCaseFile } = await import('#features/case-files/server/build-case-file.ts')
const pool = openPool(url, { size: 2 })
const read = () => { console.log('reading'); return new Promise((_, never) => setTimeout(never, 60_000)) }
await makeCaseFile({ pool, db: onPool(pool), settings: JSON.parse(settings), files: { bucket: 'newscrapper', read } }, id)
`

describe('an interrupted build', () => {
  test('a killed process leaves no download; the next try builds the file and cleans up', async () => {
    const pictured = await storedPicture(Buffer.from('no picture that can be drawn'))
    const finding = await one(domain, '33', { domain: 'killed.example', ...pictured })
    const id = await waiting([finding], 'killed.example')
    const { app } = at.testApp
    const args = [id, JSON.stringify(app.settings)]
    expect(await runAndKill(at.database, { script: maker, args, input: '' }, 0)).toEqual(['reading'])
    expect(leftovers(id)).toHaveLength(1)
    expect(await fileOf(id)).toMatchObject({ state: 'building', head: null, done: 0 })
    expect((await get(`case-files/${id}/download`)).statusCode).toBe(409)
    await makeCaseFile(app, id)
    expect(leftovers(id)).toEqual([])
    const { state, head } = await fileOf(id)
    expect(state).toBe('ready')
    expect((await verifyBytes(await zipOf(id), { head })).problems).toEqual([])
  })

  test('a try that starts beside a running one does not take its folder away; both end and one file is published', async () => {
    const pictured = await storedPicture(Buffer.from('no picture that can be drawn'))
    const id = await waiting([await one(domain, '33', { domain: 'twice.example', ...pictured })], 'twice.example')
    const { app } = at.testApp
    const reading = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    const slow: typeof app.files.read = async (key) => {
      reading.resolve()
      await goOn.promise
      return app.files.read(key)
    }
    const first = makeCaseFile({ ...app, files: { ...app.files, read: slow } }, id)
    await reading.promise
    await makeCaseFile(app, id)
    const { head } = await fileOf(id)
    goOn.resolve()
    await first
    expect(leftovers(id)).toEqual([])
    expect(await fileOf(id)).toMatchObject({ state: 'ready', head })
    expect((await verifyBytes(await zipOf(id), { head })).problems).toEqual([])
  })

  test('gives no download, leaves nothing behind, and the next try builds the file', async () => {
    const finding = await one(domain, '33', { domain: 'again.example' })
    const id = await waiting([finding], 'again.example')
    const { app } = at.testApp
    // The file store fails when the file is almost complete.
    const dying = { ...app.files, putFile: () => Promise.reject(new Error('the store is away')) }
    await expect(makeCaseFile({ ...app, files: dying }, id)).rejects.toThrow('the store is away')
    expect(await fileOf(id)).toMatchObject({ state: 'building', head: null })
    expect((await get(`case-files/${id}/download`)).statusCode).toBe(409)
    expect(leftovers(id)).toEqual([])
    await makeCaseFile(app, id)
    expect(leftovers(id)).toEqual([])
    expect(await fileOf(id)).toMatchObject({ state: 'ready', done: 1 })
    const bytes = await zipOf(id)
    // A repeated run, as by a worker that lost its connection, leaves the file unchanged.
    await makeCaseFile(app, id)
    expect((await zipOf(id)).equals(bytes)).toBe(true)
  })
})
