import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { buildTestApp, type TestApp } from '#app/testing.ts'
import { buildTestWorld, type TestWorld } from '#app/testing-world.ts'
import { signInAs } from '#features/sessions/server/testing.ts'
import { newId } from '#kit/server/id.ts'
import { signedPath } from '#kit/server/files.ts'
import { s3Files } from '#kit/server/s3-files.ts'
import { type FakeS3, startFakeS3 } from '#kit/server/testing-s3.ts'
import { type TestDatabase, testDatabase } from '#kit/server/testing.ts'
import { addFiles } from './queries.ts'

let database: TestDatabase
let world: TestWorld
let s3: FakeS3
let testApp: TestApp
const sockets: Socket[] = []
const key = '2026/03/04/large.pdf'
const large = Buffer.alloc(20 * 1024 * 1024, 'x')

beforeAll(async () => {
  // The time after which an unread answer is cut off, and no other.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  database = await testDatabase()
  world = await buildTestWorld(database.db)
  s3 = await startFakeS3()
  testApp = await buildTestApp(database, { files: s3Files(s3.settings) })
  await testApp.server.listen({ port: 0, host: '127.0.0.1' })
  s3.objects.set(key, large)
  const stored = {
    id: newId(),
    bucket: s3.settings.bucket,
    key,
    purpose: 'picture',
    originalName: 'large.pdf',
  } as const
  const file = { ...stored, mediaType: 'application/pdf', bytes: large.length, sha256: Buffer.alloc(32) }
  await addFiles(database.db, [file], world.people.analyst)
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})
afterAll(async () => {
  vi.useRealTimers()
  await testApp.close()
  s3.close()
  await database.drop()
})

const port = () => (testApp.server.server.address() as AddressInfo).port
const link = () => signedPath(testApp.app.settings.signingSecret, { bucket: s3.settings.bucket, key })

/** Asks for the file and reads only the head of the answer; returns its status. */
async function requestWithoutReading(): Promise<{ status: number; socket: Socket }> {
  const socket = connect(port(), '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => undefined)
  socket.write(`GET ${link()} HTTP/1.1\r\nhost: x\r\n\r\n`)
  const [head] = (await once(socket, 'data')) as [Buffer]
  socket.pause()
  return { status: Number(head.toString('latin1').split(' ')[1]), socket }
}

async function uploadStatus(): Promise<number> {
  const form = new FormData()
  form.append('files', new Blob(['\uFEFFone.example\r\n']), 'list.txt')
  const authorization = `Bearer ${await signInAs(database.db, world.people.admin)}`
  const url = `http://127.0.0.1:${port()}/api/upload-images-to-s3/white-label`
  return (await fetch(url, { method: 'POST', body: form, headers: { authorization } })).status
}

test('60 downloads that one caller does not read: uploads go on, the rest is refused, and the unread are closed', async () => {
  const answers = await Promise.all(Array.from({ length: 60 }, requestWithoutReading))
  const statuses = answers.map(({ status }) => status).toSorted()
  expect(statuses).toEqual([...Array<number>(48).fill(200), ...Array<number>(12).fill(429)])
  expect(await uploadStatus()).toBe(200)
  expect((await requestWithoutReading()).status).toBe(429)
  // Half a minute in which it took what fits into the buffers, and one in which it took nothing.
  await vi.advanceTimersByTimeAsync(30_000)
  await vi.advanceTimersByTimeAsync(30_000)
  await expect.poll(async () => (await requestWithoutReading()).status).toBe(200)
  for (const { status, socket } of answers) {
    if (status !== 200) continue
    let read = 0
    socket.on('data', (bytes: Buffer) => (read += bytes.length)).resume()
    if (!socket.closed) await once(socket, 'close')
    expect(read).toBeLessThan(large.length)
  }
})

test('a file that is read arrives whole', async () => {
  const answer = await fetch(`http://127.0.0.1:${port()}${link()}`)
  expect(answer.headers.get('content-length')).toBe(String(large.length))
  expect(Buffer.from(await answer.arrayBuffer()).equals(large)).toBe(true)
})
