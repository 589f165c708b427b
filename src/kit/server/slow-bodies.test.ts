import { connect, type AddressInfo } from 'node:net'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { registerErrorHandler } from './errors.ts'
import { readRowBodies } from './row-bodies.ts'
import { endSlowBodies } from './slow-bodies.ts'

const pace = { graceMs: 300, bytesPerSecond: 10_000, checkMs: 20 }
let server: FastifyInstance
beforeAll(async () => {
  server = fastify()
  registerErrorHandler(server)
  readRowBodies(server)
  endSlowBodies(server.server, pace)
  server.post('/rows', { bodyLimit: 100_000 }, (request) => ({ bytes: (request.body as Buffer).length }))
  server.post('/refused', { onRequest: async (_, reply) => reply.status(401).send({}) }, () => ({}))
  await server.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => server.close())

/** Sends a body of `length` bytes in pieces with pauses, until the server closes the connection; returns its answer. */
function send(path: string, { length, piece, everyMs }: { length: number; piece: number; everyMs: number }) {
  const began = performance.now()
  return new Promise<{ status: number; ms: number }>((resolve) => {
    const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1')
    let text = ''
    let left = length
    const sending = setInterval(() => {
      const now = Math.min(piece, left)
      left -= now
      if (now > 0 && socket.writable) socket.write('1'.repeat(now))
    }, everyMs)
    socket.on('data', (bytes) => (text += bytes.toString('latin1')))
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearInterval(sending)
      resolve({ status: Number(text.split(' ')[1]), ms: performance.now() - began })
    })
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`,
    )
  })
}

describe('a body', () => {
  test('that arrives too slowly ends with 408', async () => {
    const { status, ms } = await send('/rows', { length: 1000, piece: 1, everyMs: 50 })
    expect(status).toBe(408)
    expect(ms).toBeGreaterThan(300)
  })

  test('may take longer the more of it arrives', async () => {
    const { status, ms } = await send('/rows', { length: 20_000, piece: 1000, everyMs: 40 })
    expect(status).toBe(200)
    expect(ms).toBeGreaterThan(600)
  })

  test('that nobody reads does not hold its connection either', async () => {
    for (const path of ['/refused', '/nowhere']) {
      const { status, ms } = await send(path, { length: 1000, piece: 1, everyMs: 50 })
      expect([401, 404, 408]).toContain(status)
      expect(ms).toBeLessThan(5000)
    }
  })
})
