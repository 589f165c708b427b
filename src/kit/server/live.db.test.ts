import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LiveEvent, notifyLive, openLive, reconnected } from './live.ts'
import { type TestDatabase, testDatabase } from './testing.ts'

let database: TestDatabase
let firewall: Server
const sockets = new Set<Socket>()
/** Drops what passes without a word, as a firewall does that has forgotten a connection. */
let isSilent = false

beforeAll(async () => {
  database = await testDatabase()
  const { hostname, port } = new URL(database.url)
  firewall = createServer((near) => {
    const far = connect(Number(port), hostname)
    const wasOpened = !isSilent
    const pass = (to: Socket) => (bytes: Buffer) => void (isSilent && wasOpened ? undefined : to.write(bytes))
    near.on('data', pass(far)).on('close', () => far.destroy())
    far.on('data', pass(near)).on('close', () => near.destroy())
    for (const socket of [near, far]) sockets.add(socket.on('error', () => undefined))
  })
  await new Promise<void>((ready) => firewall.listen(0, '127.0.0.1', ready))
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  firewall.close()
  await database.drop()
})

test('a connection that a firewall drops in silence is replaced, and listeners are told', async () => {
  const url = new URL(database.url)
  url.hostname = '127.0.0.1'
  url.port = String((firewall.address() as AddressInfo).port)
  const live = await openLive(url.href, () => undefined, { everyMs: 100, limitMs: 500 })
  const events: LiveEvent[] = []
  live.listen((event) => events.push(event))
  await notifyLive(database.db, 'saved', { id: '1' })
  await expect.poll(() => events.length).toBe(1)
  isSilent = true
  await notifyLive(database.db, 'saved', { id: '2' })
  await expect.poll(() => events.at(-1)?.topic, { timeout: 5000 }).toBe(reconnected)
  await notifyLive(database.db, 'saved', { id: '3' })
  await expect.poll(() => events.at(-1)).toEqual({ topic: 'saved', data: { id: '3' } })
  expect(events).toHaveLength(3)
  await live.close()
})
