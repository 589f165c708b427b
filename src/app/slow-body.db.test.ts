import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildTestApp, type TestApp } from '#app/testing.ts'
import { type TestDatabase, testDatabase } from '#kit/server/testing.ts'

let database: TestDatabase
let testApp: TestApp
beforeAll(async () => {
  database = await testDatabase()
  // What the minute of a body is measured with, and nothing that sockets or the database wait for.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  testApp = await buildTestApp(database)
  await testApp.server.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  vi.useRealTimers()
  await testApp.close()
  await database.drop()
})

test('a body of the API that stops arriving ends with 408 after a minute, and not before', async () => {
  const socket = connect((testApp.server.server.address() as AddressInfo).port, '127.0.0.1')
  let text = ''
  socket.on('data', (bytes) => (text += bytes.toString()))
  const arrived = once(testApp.server.server, 'request')
  socket.write('POST /api/users/authenticate HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n')
  socket.write('content-length: 100\r\n\r\n{')
  await arrived
  await vi.advanceTimersByTimeAsync(55_000)
  // Answered after whatever the check may have sent before.
  expect((await testApp.server.inject('/api/settings')).statusCode).toBe(200)
  expect(text).toBe('')
  await vi.advanceTimersByTimeAsync(15_000)
  await expect.poll(() => text).toMatch(/^HTTP\/1\.1 408 /)
  socket.destroy()
})
