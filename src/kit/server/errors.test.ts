import fastify from 'fastify'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { refuseUnreadable } from './errors.ts'

test('a malformed request is rejected in the usual error shape (G9), and the connection is closed', async () => {
  const server = fastify({ clientErrorHandler: refuseUnreadable })
  await server.listen({ port: 0, host: '127.0.0.1' })
  const responseTo = async (sent: string) => {
    const socket = connect({ port: (server.server.address() as AddressInfo).port, host: '127.0.0.1' })
    socket.write(sent)
    const [head, body] = (await text(socket)).split('\r\n\r\n')
    return [head!.split('\r\n')[0], JSON.parse(body!)]
  }
  expect(await responseTo(`GET /?${'x'.repeat(20_000)} HTTP/1.1\r\nhost: a\r\n\r\n`)).toEqual([
    'HTTP/1.1 431 Request Header Fields Too Large',
    { message: 'The address or a header of the request is too long.' },
  ])
  expect(await responseTo('no request\r\n\r\n')).toEqual([
    'HTTP/1.1 400 Bad Request',
    { message: 'The request cannot be read.' },
  ])
  await server.close()
})
