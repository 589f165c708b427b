import { createSocket } from 'node:dgram'
import type { AddressInfo } from 'node:net'

/** The records of a name in a test zone: addresses, name and mail servers; or no such name, or a server failure. */
export type TestRecord = { a?: string[]; ns?: string[]; mx?: string[] } | 'no-name' | 'failure'

/** A running test name server. */
export type TestDns = { server: string; close: () => Promise<void> }

const codes = { 'no-name': 3, failure: 2 }
const types: Readonly<Record<number, 'a' | 'ns' | 'mx'>> = { 1: 'a', 2: 'ns', 15: 'mx' }

/** For tests: a name server on this machine that answers from `zone`; names it does not know do not exist. '*.tld' answers for all that are not there. */
export async function testDns(zone: Map<string, TestRecord>): Promise<TestDns> {
  const socket = createSocket('udp4')
  socket.on('message', (question, from) => {
    const { name, end } = nameIn(question)
    const record = zone.get(name) ?? zone.get(name.replace(/^[^.]+/, '*')) ?? 'no-name'
    const code = typeof record === 'string' ? codes[record] : 0
    const type = question.readUInt16BE(end)
    const found = typeof record === 'string' ? [] : (record[types[type] ?? 'a'] ?? [])
    const answers = type in types ? found.map((value) => answerOf(type, value)) : []
    const head = Buffer.alloc(12)
    head.writeUInt16BE(question.readUInt16BE(0), 0)
    head.writeUInt16BE(0x8180 | code, 2)
    head.writeUInt16BE(1, 4)
    head.writeUInt16BE(answers.length, 6)
    socket.send(Buffer.concat([head, question.subarray(12, end + 4), ...answers]), from.port, from.address)
  })
  await new Promise<void>((ready) => socket.bind(0, '127.0.0.1', ready))
  return {
    server: `127.0.0.1:${(socket.address() as AddressInfo).port}`,
    close: () => new Promise((closed) => socket.close(() => closed())),
  }
}

/** The requested name, and the offset of its end (RFC 1035, 4.1.2). */
function nameIn(question: Buffer): { name: string; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = question[at]!; length > 0; length = question[at]!) {
    labels.push(question.subarray(at + 1, at + 1 + length).toString())
    at += length + 1
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 }
}

function answerOf(type: number, value: string): Buffer {
  const data =
    type === 1
      ? Buffer.from(value.split('.').map(Number))
      : Buffer.concat([
          ...value.split('.').map((label) => Buffer.from([label.length, ...Buffer.from(label)])),
          Buffer.from([0]),
        ])
  const exchange = type === 15 ? Buffer.concat([Buffer.from([0, 10]), data]) : data
  const head = Buffer.alloc(12)
  // A pointer to the name in the question.
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(type, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt32BE(1, 6)
  head.writeUInt16BE(exchange.length, 10)
  return Buffer.concat([head, exchange])
}
