import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import sharp from 'sharp'
import { crc32 } from 'node:zlib'
import { zipSync, strToU8 } from 'fflate'
import { buildTestApp, type TestApp } from '#app/testing.ts'
import { buildTestWorld, type TestWorld } from '#app/testing-world.ts'
import { signInAs } from '#features/sessions/server/testing.ts'
import { keyOfLink, signedPath } from '#kit/server/files.ts'
import { type TestDatabase, testDatabase } from '#kit/server/testing.ts'

let database: TestDatabase
let testApp: TestApp
let world: TestWorld
let tokens: Record<'client' | 'analyst' | 'admin', string>
let png: Buffer

const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<< >>\nendobj\ntrailer\n<< >>\n%%EOF\n')
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')

beforeAll(async () => {
  database = await testDatabase()
  world = await buildTestWorld(database.db)
  testApp = await buildTestApp(database)
  const token = (person: 'client' | 'analyst' | 'admin') => signInAs(database.db, world.people[person])
  tokens = { client: await token('client'), analyst: await token('analyst'), admin: await token('admin') }
  png = await sharp({ create: { width: 400, height: 200, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
})
afterAll(async () => {
  await testApp.close()
  await database.drop()
})

type Part = { name: string; bytes: Buffer }
function upload(path: string, parts: Part[], token: string | undefined = tokens.analyst) {
  const boundary = 'a-boundary-of-the-test'
  const payload = Buffer.concat([
    ...parts.flatMap(({ name, bytes }) => [
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="files"; filename="${name}"\r\ncontent-type: image/png\r\n\r\n`,
      ),
      bytes,
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ])
  return testApp.server.inject({
    method: 'POST',
    url: `/api/upload-images-to-s3${path}`,
    payload,
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
  })
}
const stored = async () => Number((await database.pool.query('select count(*) n from files')).rows[0].n)

describe('uploads', () => {
  test('a name is stored without its folder and without marks that turn the direction of its text', async () => {
    const answer = await upload('', [{ name: 'C:\\shop\\bill\u202egnp.\u2066exe.png', bytes: png }])
    expect(answer.json().Data[0].uploadedImage).toBe('billgnp.exe.png')
  })

  test('S-194 pictures and sheets are stored and answered by name, link, bucket and key', async () => {
    const sheet = Buffer.from(
      zipSync({
        '[Content_Types].xml': strToU8(
          '<Types><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
        ),
        'xl/workbook.xml': strToU8('<workbook/>'),
      }),
    )
    const answer = await upload('', [
      { name: 'red  é日.png', bytes: png },
      { name: 'rows.xlsx', bytes: sheet },
      { name: 'rows.csv', bytes: Buffer.from('a,b\n1,2\n') },
      { name: 'list.txt', bytes: Buffer.from('a.example\n') },
    ])
    expect(answer.statusCode).toBe(200)
    const { Data } = answer.json()
    expect(Data.map((one: { uploadedImage: string }) => one.uploadedImage)).toEqual([
      'red  é日.png',
      'rows.xlsx',
      'rows.csv',
      'list.txt',
    ])
    for (const one of Data) {
      expect(Object.keys(one).sort()).toEqual(['Bucket', 'Key', 'Location', 'uploadedImage'])
      expect(one.Bucket).toBe('newscrapper')
      expect(one.Key).toMatch(/^\d{4}\/\d{2}\/\d{2}\/[0-9a-f-]{36}\.(png|xlsx|csv|txt)$/)
      expect(keyOfLink(one.Location)).toBe(one.Key)
    }
    const picture = await testApp.server.inject({ url: Data[0].Location })
    expect(picture.rawPayload.equals(png)).toBe(true)
    expect(picture.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    expect(picture.headers['content-disposition']).toMatch(/^inline; filename="red  __\.png"/)
    const csv = await testApp.server.inject({ url: Data[2].Location })
    expect(csv.headers['content-disposition']).toMatch(/^attachment/)
    const thumb = await testApp.server.inject({ url: `${Data[0].Location}&size=thumb` })
    expect(await sharp(thumb.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 96, height: 48 })
  })

  test('a picture of too many pixels has no small version, and a list is not sent the whole one instead', async () => {
    // 400 million pixels by its header: a browser that decodes it stops responding.
    const huge = Buffer.from(png)
    huge.writeUInt32BE(20_000, 16)
    huge.writeUInt32BE(20_000, 20)
    huge.writeUInt32BE(crc32(huge.subarray(12, 29)), 29)
    const { Data } = (await upload('', [{ name: 'huge.png', bytes: huge }])).json()
    const status = async (size: string) => (await testApp.server.inject({ url: Data[0].Location + size })).statusCode
    // Twice: the second time it is known without reading the file.
    expect([await status('&size=thumb'), await status('&size=card'), await status('&size=thumb')]).toEqual([
      404, 404, 404,
    ])
    expect(await status('')).toBe(200)
  })

  test('S-195 A-125 a white list is a text file, and only an Admin may store one', async () => {
    const list = { name: 'mine.txt', bytes: Buffer.from('example.com\nexample.org\n') }
    const answer = await upload('/white-label', [list], tokens.admin)
    const [first] = answer.json().Data
    expect((await testApp.server.inject({ url: first.Location })).body).toBe('example.com\nexample.org\n')
    for (const bytes of [png, pdf, svg, Buffer.from('a\0b'), Buffer.from('<!doctype html><p>')])
      expect((await upload('/white-label', [{ name: 'mine.txt', bytes }], tokens.admin)).statusCode).toBe(415)
    expect((await upload('/white-label', [{ name: 'mine.csv', bytes: list.bytes }], tokens.admin)).statusCode).toBe(415)
    expect((await upload('/white-label', [list], tokens.analyst)).statusCode).toBe(403)
  })

  test('A-126 attachments of a configuration are PDF by content', async () => {
    const answer = await upload(
      '/enforcement-configuration',
      [{ name: 'power of attorney.pdf', bytes: pdf }],
      tokens.admin,
    )
    expect(answer.json().Data[0].Location).toContain('/api/files/newscrapper/')
    expect((await upload('/enforcement-configuration', [{ name: 'x.pdf', bytes: png }], tokens.admin)).statusCode).toBe(
      415,
    )
  })

  test('A-084 S-194 a PDF with a password and a cut-off picture are refused, and the message says why', async () => {
    const before = await stored()
    const locked = Buffer.from(
      '%PDF-1.7\n4 0 obj\n<< /Filter /Adobe.PubSec >>\nendobj\ntrailer\n<< /Encrypt 4 0 R >>\n%%EOF\n',
    )
    const parts = [{ name: 'power.pdf', bytes: locked }]
    const answers = [
      await upload('/enforcement-configuration', parts, tokens.admin),
      await upload('', [
        { name: 'good.png', bytes: png },
        { name: 'half.png', bytes: png.subarray(0, png.length / 2) },
      ]),
    ]
    expect(answers.map((answer) => [answer.statusCode, answer.json().message])).toEqual([
      [415, 'power.pdf is protected by a password. Please upload a copy without a password.'],
      [415, 'half.png is incomplete. Please save the picture again and upload it once more.'],
    ])
    expect(await stored()).toBe(before)
  })

  test('the type is detected by content: SVG, HTML, programs and text under another name are rejected and not stored', async () => {
    const before = await stored()
    const program = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)])
    for (const [name, bytes] of [
      ['a.png', svg],
      ['a.svg', svg],
      ['a.csv', svg],
      ['a.png', Buffer.from('<html>')],
      ['a.png', program],
      ['a.png', Buffer.alloc(0)],
      ['a.xlsx', Buffer.from('P')],
      ['a.xlsx', Buffer.from('PK')],
      ['a.xlsx', Buffer.from('PK\u0003')],
      ['a.xls', Buffer.from('d0cf', 'hex')],
    ] as const) {
      const answer = await upload('', [
        { name: 'good.png', bytes: png },
        { name, bytes },
      ])
      expect([name, answer.statusCode]).toEqual([name, 415])
      if (bytes.length === 0) expect(answer.json().message).toBe('a.png is empty.')
    }
    expect(await stored()).toBe(before)
  })

  test('a file without a name is stored as any other', async () => {
    const payload = Buffer.concat([
      Buffer.from(
        '--b\r\ncontent-disposition: form-data; name="files"\r\ncontent-type: application/octet-stream\r\n\r\n',
      ),
      png,
      Buffer.from('\r\n--b--\r\n'),
    ])
    const headers = { 'content-type': 'multipart/form-data; boundary=b', authorization: `Bearer ${tokens.analyst}` }
    const answer = await testApp.server.inject({ method: 'POST', url: '/api/upload-images-to-s3', payload, headers })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ Data: [{ uploadedImage: 'file' }] })
  })

  test('limits: 10 MB a file, 500 files a call, at least one, and multipart only', async () => {
    const before = await stored()
    const large = await upload('', [{ name: 'large.png', bytes: Buffer.concat([png, Buffer.alloc(10 * 1024 * 1024)]) }])
    expect([large.statusCode, large.json().message]).toEqual([413, 'large.png is larger than 10 MB.'])
    // One byte too many is detected in another place than many.
    const byte = await upload('', [{ name: 'byte.png', bytes: Buffer.alloc(10 * 1024 * 1024 + 1, png) }])
    expect([byte.statusCode, byte.json().message]).toEqual([413, 'byte.png is larger than 10 MB.'])
    const tiny = await sharp({ create: { width: 1, height: 1, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const many = await upload(
      '',
      Array.from({ length: 501 }, (_, n) => ({ name: `${n}.png`, bytes: tiny })),
    )
    expect([many.statusCode, many.json().message]).toEqual([413, 'At most 500 files can be uploaded at once.'])
    expect((await upload('', [])).statusCode).toBe(422)
    expect(await stored()).toBe(before)
    const json = await testApp.server.inject({
      method: 'POST',
      url: '/api/upload-images-to-s3',
      payload: {},
      headers: { authorization: `Bearer ${tokens.analyst}` },
    })
    expect(json.statusCode).toBe(415)
    // Truncated, with another boundary than declared, or without one.
    for (const type of ['multipart/form-data; boundary=other', 'multipart/form-data']) {
      const broken = await testApp.server.inject({
        method: 'POST',
        url: '/api/upload-images-to-s3',
        payload: '--a\r\ncontent-disposition: form-data; name="files"; filename="a.png"\r\n\r\nx',
        headers: { authorization: `Bearer ${tokens.analyst}`, 'content-type': type },
      })
      expect([broken.statusCode, broken.json()]).toEqual([400, { message: 'The request cannot be read.' }])
    }
    expect((await upload('', [{ name: 'a.png', bytes: png }], tokens.client)).statusCode).toBe(403)
    expect((await upload('', [{ name: 'a.png', bytes: png }], 'dead')).statusCode).toBe(401)
  })
})

describe('links', () => {
  test('open one object for an hour, and are rejected when altered', async () => {
    const [{ Location, Key }] = (await upload('', [{ name: 'a.png', bytes: png }])).json().Data
    const other = (await upload('', [{ name: 'b.png', bytes: png }])).json().Data[0].Key
    const status = async (url: string) => (await testApp.server.inject({ url })).statusCode
    expect(await status(Location)).toBe(200)
    expect(await status(Location.replace(encodeURIComponent(Key), encodeURIComponent(other)))).toBe(403)
    expect(await status(Location.replace(/expires=\d+/, 'expires=9999999999'))).toBe(403)
    expect(await status(Location.split('?')[0])).toBe(403)
    const left = Number(/expires=(\d+)/.exec(Location)?.[1]) - Date.now() / 1000
    expect(left).toBeGreaterThan(54 * 60)
    expect(left).toBeLessThanOrEqual(60 * 60)
    const secret = testApp.app.settings.signingSecret
    expect(await status(signedPath(secret, { bucket: 'newscrapper', key: Key }, -1))).toBe(403)
    for (const key of ['2020/01/01/none.png', '../secret', '/etc/passwd'])
      expect(await status(signedPath(secret, { bucket: 'newscrapper', key }))).toBe(404)
    expect(await status(signedPath(secret, { bucket: 'elsewhere', key: Key }))).toBe(404)
  })

  test('G106 whoever downloads a file as such is in the data log; a picture on a screen is not', async () => {
    const [{ Location }] = (await upload('', [{ name: 'shelf.png', bytes: png }])).json().Data
    const logged = async () =>
      (await database.pool.query("select user_id, type, subject from data_log where model = 'File' order by at")).rows
    for (const more of ['', '&size=thumb', '&size=card'])
      expect((await testApp.server.inject({ url: `${Location}${more}` })).statusCode).toBe(200)
    expect((await testApp.server.inject({ url: `${Location.split('?')[0]}?download=1` })).statusCode).toBe(403)
    expect(await logged()).toEqual([])
    const taken = await testApp.server.inject({ url: `${Location}&download=1` })
    expect([taken.statusCode, taken.headers['cache-control']]).toEqual([200, 'private, no-store'])
    expect(taken.headers['content-disposition']).toMatch(/^attachment; filename="shelf\.png"/)
    expect(await logged()).toEqual([{ user_id: world.people.analyst, type: 'export', subject: 'shelf.png' }])
  })
})
