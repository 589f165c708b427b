import { createSocket, type Socket } from 'node:dgram'
import { afterEach, expect, test } from 'vitest'
import { openDns } from './dns.ts'

let server: Socket | undefined
afterEach(() => server?.close())

/** A name server on this machine that answers every question with this code (RFC 1035: 2 SERVFAIL, 3 NXDOMAIN). */
async function nameServer(code: number): Promise<string> {
  const socket = createSocket('udp4')
  server = socket
  socket.on('message', (question, { port, address }) => {
    const answer = Buffer.from(question)
    answer[2] = 0x81
    answer[3] = 0x80 | code
    // Only the question is repeated: what follows it in the packet is counted as none.
    answer.fill(0, 6, 12)
    const end = question.indexOf(0, 12) + 5
    socket.send(answer.subarray(0, end), port, address)
  })
  await new Promise<void>((ready) => socket.bind(0, '127.0.0.1', ready))
  return `127.0.0.1:${socket.address().port}`
}

test('servers that cannot be read are told from servers that are not there', async () => {
  const told: string[] = []
  const note = (reason: string) => told.push(reason)
  const missing = openDns({ servers: [await nameServer(3)], seconds: 1 })
  expect(await missing.serversOf('a.example', note)).toEqual([])
  expect(await missing.mailServersOf('a.example', note)).toEqual([])
  expect(told).toEqual([])
  server?.close()
  const failing = openDns({ servers: [await nameServer(2)], seconds: 1 })
  expect(await failing.serversOf('a.example', note)).toEqual([])
  expect(await failing.mailServersOf('a.example', note)).toEqual([])
  expect(told).toEqual(['Name servers failed (SERVFAIL)', 'Name servers failed (SERVFAIL)'])
})
