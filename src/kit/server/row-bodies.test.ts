import { connect, type AddressInfo } from 'node:net'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readRowBodies } from './row-bodies.ts'

const limit = 1000
let server: FastifyInstance
let port: number
beforeAll(async () => {
  server = fastify()
  readRowBodies(server)
  server.post('/rows', { bodyLimit: limit }, (request) => (request.body as Buffer).toString('latin1'))
  await server.listen({ port: 0, host: '127.0.0.1' })
  port = (server.server.address() as AddressInfo).port
})
afterAll(() => server.close())

/** Sends exactly these bytes after the header and returns the response. */
function responseTo(head: string, pieces: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let text = ''
    socket.on('data', (bytes) => (text += bytes.toString('latin1')))
    socket.on('error', reject)
    socket.on('close', () => resolve(text))
    socket.write(
      `POST /rows HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\n${head}\r\n\r\n`,
    )
    for (const piece of pieces) socket.write(piece)
  })
}

const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`

test('a body of declared length arrives unchanged, in whatever chunks it is sent', async () => {
  const text = '[1,"é\\u0000",3]'.repeat(20)
  const bytes = Buffer.from(text, 'latin1')
  const answer = await server.inject({
    method: 'POST',
    url: '/rows',
    headers: { 'content-type': 'application/json' },
    payload: bytes,
  })
  expect(Buffer.from(answer.body, 'utf8').toString('utf8')).toBe(bytes.toString('latin1'))
  expect(await responseTo('content-length: 6', ['abc', 'def'])).toMatch(/^HTTP\/1\.1 200[^]*abcdef$/)
})

test('a body without declared length is read to its end', async () => {
  expect(await responseTo('transfer-encoding: chunked', [chunk('abc'), chunk('def'), chunk('')])).toMatch(
    /^HTTP\/1\.1 200[^]*abcdef$/,
  )
})

test('above the limit the response is 413: before reading if the length was declared, else while reading', async () => {
  expect(await responseTo(`content-length: ${limit + 1}`, [])).toMatch(/^HTTP\/1\.1 413/)
  expect(await responseTo('transfer-encoding: chunked', [chunk('a'.repeat(limit)), chunk('b')])).toMatch(
    /^HTTP\/1\.1 413/,
  )
})

test('fewer bytes than declared are rejected', async () => {
  const answer = await server.inject({
    method: 'POST',
    url: '/rows',
    headers: { 'content-type': 'application/json', 'content-length': '9' },
    payload: 'abc',
  })
  expect(answer.statusCode).toBe(400)
})
