import { createServer, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { cutOffUnread } from './download-bounds.ts'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

/** A server that answers as given, and a connection that has asked it and reads nothing yet. */
async function openRequest(
  answer: (response: ServerResponse) => void,
): Promise<{ socket: Socket; closed: Promise<void> }> {
  const { promise: closed, resolve } = Promise.withResolvers<void>()
  const server = createServer((_request, response) => {
    response.once('close', resolve)
    answer(response)
  }).listen(0, '127.0.0.1')
  await new Promise((listening) => server.once('listening', listening))
  const { port } = server.address() as { port: number }
  const socket = connect(port, '127.0.0.1')
  ends.push(() => {
    socket.destroy()
    server.close()
  })
  socket.pause()
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  return { socket, closed }
}

const megabytes = (count: number) => Buffer.alloc(count * 1024 * 1024, 'x')

test('an answer that nobody reads is cut off', async () => {
  const { closed } = await openRequest((response) => {
    cutOffUnread(response, 100)
    response.end(megabytes(64))
  })
  await closed
})

test('an answer that is read, however long it takes to come, is not', { timeout: 30_000 }, async () => {
  let response: ServerResponse
  const { socket } = await openRequest((given) => {
    response = given
    cutOffUnread(response, 500)
    response.write('a')
    // Longer than the period: nothing waits to be sent meanwhile.
    setTimeout(() => response.end(megabytes(16)), 1_200)
  })
  let read = 0
  socket.on('data', (piece) => (read += piece.length)).resume()
  await expect.poll(() => read, { timeout: 20_000 }).toBeGreaterThan(16 * 1024 * 1024)
  expect(response!.writableFinished).toBe(true)
})
