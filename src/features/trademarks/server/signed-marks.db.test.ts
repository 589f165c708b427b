import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { makeAuthority, signedMarkFile } from './testing.ts'

const { at, post } = setUpActionTests()
const root = makeAuthority('Test clearinghouse')
const signer = makeAuthority('Test validator', { by: root })
const folder = mkdtempSync(join(tmpdir(), 'brandkeep-tmch-'))
let form: Record<string, unknown>

beforeAll(() => {
  const rootFile = join(folder, 'root.pem')
  writeFileSync(rootFile, root.certificate)
  at.testApp.app.settings.tmch = { rootFile, crlFile: undefined }
  form = {
    company: at.world.companies.parent,
    brand: at.world.brands.own,
    markName: 'Acme Signed',
    reportingDate: '2024-05-01',
    markType: 'Registered Trademark',
    status: 'Verified',
    startDate: '2013-01-01',
    expiryDate: '2048-01-01',
    sunriseFlag: 'Yes',
  }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const save = (more: object) => post('tmch/save', { ...form, ...more }, 'admin')
const load = (file: string, who = 'admin') => post('tmch/load-list', { file }, who)
const lists = async () =>
  (
    await at.testApp.server.inject({
      url: '/api/tmch/lists',
      headers: { authorization: `Bearer ${at.tokens['admin']!}` },
    })
  ).json()
const errorsOf = (answer: { json: () => { errors?: object[] } }): Record<string, string> =>
  Object.assign({}, ...(answer.json().errors ?? []))

describe('signed mark files', () => {
  test('the content of a valid file is returned for the form, and nothing is stored', async () => {
    const answer = await post('tmch/read-signed-mark', { file: signedMarkFile(signer) }, 'admin')
    expect(answer.json()).toEqual({
      message: 'The signed mark file is valid.',
      data: {
        smdId: '0000000001-1',
        marks: [
          {
            markName: 'Acme Signed',
            markType: 'Registered Trademark',
            startDate: '2013-01-01',
            expiryDate: '2048-01-01',
            number: '',
            labels: ['acme-signed', 'acmesigned'],
          },
        ],
        labels: ['acme-signed', 'acmesigned'],
        isRevocationKnown: false,
      },
    })
    const { rows } = await at.database.pool.query('select 1 from trademarks')
    expect(rows).toEqual([])
  })

  test('a file that fails a check is rejected at its field, when read and when saved; an unreadable trust anchor is 503', async () => {
    const expired = signedMarkFile(signer, { to: '2023-01-01T00:00:00.000Z' })
    const stranger = signedMarkFile(makeAuthority('Stranger'))
    for (const [file, sentence] of [
      [expired, 'Validity check failed: the signed mark expired on 2023-01-01.'],
      [stranger, 'Certificate check failed: the certificate does not lead to a trusted clearinghouse certificate.'],
      ['x'.repeat(1_000_001), 'Size check failed: a signed mark file must not exceed 256 KB.'],
    ] as const) {
      const read = await post('tmch/read-signed-mark', { file }, 'admin')
      expect([read.statusCode, errorsOf(read)]).toEqual([422, { file: sentence }])
      expect((await save({ signedMark: file })).statusCode).toBe(422)
    }
    const { settings } = at.testApp.app
    const right = settings.tmch
    settings.tmch = { rootFile: join(folder, 'gone.pem'), crlFile: undefined }
    expect((await post('tmch/read-signed-mark', { file: signedMarkFile(signer) }, 'admin')).statusCode).toBe(503)
    settings.tmch = { ...right, crlFile: right.rootFile }
    expect((await post('tmch/read-signed-mark', { file: signedMarkFile(signer) }, 'admin')).statusCode).toBe(503)
    settings.tmch = { rootFile: undefined, crlFile: undefined }
    const byIcann = await post('tmch/read-signed-mark', { file: signedMarkFile(signer) }, 'admin')
    expect(errorsOf(byIcann)['file']).toContain('does not lead to a trusted')
    settings.tmch = right
  })

  test('saving with the file stores its id and labels, for the signed name only and once per brand', async () => {
    const signedMark = signedMarkFile(signer, { smdId: '42-1', labels: ['acme-signed', 'acmesigned'] })
    const answer = await save({ signedMark })
    expect(answer.json().data).toMatchObject({
      smdId: '42-1',
      labels: ['acme-signed', 'acmesigned'],
      revokedAt: null,
      isRevocationKnown: false,
    })
    expect(errorsOf(await save({ signedMark, markName: 'Other' }))).toEqual({
      markName: 'Mark Name must be one in the signed mark file',
    })
    expect((await save({ signedMark })).json().message).toBe('Signed mark already exists')
    const twice = await Promise.all(
      [1, 2, 3].map(() => save({ signedMark: signedMarkFile(signer, { smdId: '43-1' }) })),
    )
    expect(twice.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422, 422])

    const { id } = answer.json().data
    const put = (more: object) =>
      at.testApp.server.inject({
        method: 'PUT',
        url: `/api/tmch/${id}`,
        payload: { ...form, ...more },
        headers: { authorization: `Bearer ${at.tokens['admin']!}` },
      })
    expect((await put({ status: 'Expired' })).json().data.smdId).toBe('42-1')
    expect((await put({ signedMark })).json().data.smdId).toBe('42-1')
    // Nor may it move to a brand that has this signed mark.
    const { companies, brands } = at.world
    const elsewhere = { company: companies.child, brand: brands.child }
    const { id: other } = (await save({ signedMark, ...elsewhere })).json().data
    const moved = await put(elsewhere)
    expect([moved.statusCode, errorsOf(moved)]).toEqual([422, { brand: 'Signed mark already exists' }])
    await at.database.pool.query('delete from trademarks where id = $1', [other])
    expect((await put(elsewhere)).json().data.smdId).toBe('42-1')
    // The signed data does not apply to another name.
    expect((await put({ markName: 'Acme Other' })).json().data).toMatchObject({ smdId: null })
  })
})

test('all marks of a file are stored, whichever of them the record is named after', async () => {
  const others =
    '<mark:treatyOrStatute><mark:markName>Acme Treaty</mark:markName><mark:label>acme-treaty</mark:label>' +
    '<mark:refNum>T 1</mark:refNum><mark:proDate>2001-01-01T00:00:00.0Z</mark:proDate></mark:treatyOrStatute>'
  const signedMark = signedMarkFile(signer, { smdId: '79-1', others })
  const { data } = (await save({ signedMark, markName: 'Acme Treaty', markType: 'Statute or Treaty' })).json()
  expect(data).toMatchObject({
    smdId: '79-1',
    labels: ['acme-signed', 'acme-treaty', 'acmesigned'],
    signedMarks: [
      { markName: 'Acme Signed', markType: 'Registered Trademark' },
      { markName: 'Acme Treaty', markType: 'Statute or Treaty', number: 'T 1', startDate: '2001-01-01' },
    ],
  })
  expect(errorsOf(await save({ signedMark, markName: 'Acme' }))['markName']).toContain('one in the signed mark file')
})

describe("the clearinghouse's lists", () => {
  const dnl = (made: string, labels: string[]) =>
    [`1,${made}`, 'DNL,lookup-key,insertion-datetime', ...labels.map((label) => `${label},1/2/3,${made}`)].join('\n')
  const smdrl = (made: string, ids: string[]) =>
    [`1,${made}`, 'smd-id,insertion-datetime', ...ids.map((id) => `${id},2024-02-03T00:00:00.0Z`)].join('\n')

  test('a claims list shows which of our marks have a label on it; the next list replaces it', async () => {
    const { id } = (await save({ markName: 'Claim & Co' })).json().data
    const answer = await load(dnl('2024-05-01T00:00:00.0Z', ['claimco', 'claim-and-co', 'somebody-else']))
    expect(answer.json()).toMatchObject({
      message: '3 entries loaded, 1 of your marks found',
      data: {
        kind: 'DNL',
        madeAt: '2024-05-01T00:00:00.000Z',
        entries: 3,
        found: 1,
        marks: [
          { id, markName: 'Claim & Co', company: 'Acme', brand: 'Acme One', matches: ['claim-and-co', 'claimco'] },
        ],
      },
    })
    const own = (await save({ markName: 'Claim & Co' })).json().data
    expect(own.claimedLabels).toEqual(['claim-and-co', 'claimco'])
    await load(dnl('2024-05-02T00:00:00.0Z', ['somebody-else']))
    expect(await lists()).toMatchObject([{ kind: 'DNL', entries: 1, found: 0, marks: [] }])
  })

  test('a signed list is recorded as signed; another list, another signature and no signature are distinguished', async () => {
    const sample = (name: string) =>
      readFileSync(join(import.meta.dirname, '../../../../tests/tmch/fixtures', name), 'utf8')
    const [file, signature] = [sample('dnl.csv'), sample('dnl.sig')]
    await at.database.pool.query('truncate tmch_lists')
    const send = (more: object) => post('tmch/load-list', { file, signature, ...more }, 'admin')
    const foreign = 'The signature was not made by the clearinghouse for this exact list.'
    for (const [more, sentence] of [
      [{ file: file.replace('test-and-validate', 'test-and-validata') }, foreign],
      [{ file: `${file}\n` }, foreign],
      [{ signature: 'Hello' }, 'The signature file is not an OpenPGP signature.'],
      [{ signature: signature.replace('iQEc', 'iQEd') }, 'The signature file is not an OpenPGP signature.'],
    ] as const) {
      const answer = await send(more)
      expect([answer.statusCode, errorsOf(answer)]).toEqual([422, { file: sentence }])
    }
    expect(await lists()).toEqual([])
    expect((await send({})).json().data).toMatchObject({ kind: 'DNL', isSigned: true, signedWith: 'SHA-1' })
    expect((await send({ signature: undefined })).json().data).toMatchObject({
      kind: 'DNL',
      isSigned: false,
      signedWith: null,
    })
    await at.database.pool.query('truncate tmch_lists')
  })

  test('of lists loaded at the same time the newest stays', async () => {
    await at.database.pool.query('truncate tmch_lists')
    const hours = ['03', '01', '04', '02']
    const answers = await Promise.all(hours.map((hour) => load(dnl(`2024-05-01T${hour}:00:00.0Z`, ['one']))))
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 422]))
    expect(await lists()).toMatchObject([{ madeAt: '2024-05-01T04:00:00.000Z' }])
    await at.database.pool.query('truncate tmch_lists')
  })

  test('a revocation list flags revoked marks, and their files are rejected from then on', async () => {
    const signedMark = signedMarkFile(signer, { smdId: '77-1', markName: 'Acme Revoked' })
    const { id } = (await save({ signedMark, markName: 'Acme Revoked' })).json().data
    const { data } = (await load(smdrl('2024-05-01T00:00:00.0Z', ['77-1', '78-1']))).json()
    expect(data).toMatchObject({ kind: 'SMDRL', entries: 2, found: 1, marks: [{ id, matches: ['77-1'] }] })
    const again = await post('tmch/read-signed-mark', { file: signedMark }, 'admin')
    expect(errorsOf(again)).toEqual({ file: 'Revocation check failed: the signed mark was revoked on 2024-02-03.' })
    const seen = await at.testApp.server.inject({
      url: '/api/tmch?startDate=2024-05-01&endDate=2024-05-01&markName=Acme Revoked',
      headers: { authorization: `Bearer ${at.tokens['client']!}` },
    })
    expect(seen.json().docs).toMatchObject([{ id, revokedAt: '2024-02-03T00:00:00.000Z' }])
  })

  test('an invalid or older list is rejected with a message, and the loaded one stays', async () => {
    await load(smdrl('2024-06-01T00:00:00.0Z', ['90-1']))
    const refused = [
      [smdrl('2990-01-01T00:00:00.0Z', []), 'which is in the future'],
      [smdrl('2024-05-31T00:00:00.0Z', []), 'This list was made on 2024-05-31T00:00:00.000Z; a newer one'],
      ['1,2024-06-02T00:00:00.0Z\nsmd-id,insertion-datetime\nnonsense', "Line 3 must hold a signed mark's id"],
      ['hello', 'Line 1 must hold the version 1'],
      ['', 'The file is empty.'],
    ] as const
    for (const [file, sentence] of refused) {
      const answer = await load(file)
      expect(answer.statusCode).toBe(422)
      expect(errorsOf(answer)['file']).toContain(sentence)
    }
    const loaded = (await lists()).find(({ kind }: { kind: string }) => kind === 'SMDRL')
    expect(loaded).toMatchObject({ entries: 1, madeAt: '2024-06-01T00:00:00.000Z' })
    for (const who of ['client', 'analyst'])
      expect((await load(smdrl('2025-01-01T00:00:00.0Z', []), who)).statusCode).toBe(403)
  })

  test('concurrent loads leave one complete list', async () => {
    const made = '2025-01-01T00:00:00.0Z'
    const labels = (mark: string) => Array.from({ length: 3000 }, (_, n) => `${mark}${n}`)
    const answers = await Promise.all(['a', 'b', 'c'].map((mark) => load(dnl(made, labels(mark)))))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    const { rows } = await at.database.pool.query(
      'select distinct left(label, 1) mark, count(*) n from claimed_labels group by 1',
    )
    expect(rows).toEqual([{ mark: expect.stringMatching(/[abc]/), n: 3000 }])
  })
})
