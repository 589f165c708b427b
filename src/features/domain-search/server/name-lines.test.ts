import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { namesIn } from './name-lines.ts'

async function namesOf(source: Readable): Promise<string[]> {
  const found: string[] = []
  for await (const group of namesIn(source)) found.push(...group)
  return found
}
const names = Array.from({ length: 20_000 }, (_, n) => `name${n}.example`)

test('the names of a list are read, packed or not', async () => {
  const list = Buffer.from(names.join('\n'))
  expect(await namesOf(Readable.from([list]))).toEqual(names)
  expect(await namesOf(Readable.from([gzipSync(list)]))).toEqual(names)
})

test('what cuts a packed list off ends the reading with its error', async () => {
  const packed = gzipSync(names.join('\n'))
  const source = Readable.from(
    (async function* () {
      yield packed.subarray(0, packed.length / 2)
      await Promise.resolve()
      throw new Error('The connection was lost')
    })(),
  )
  await expect(namesOf(source)).rejects.toThrow('The connection was lost')
  await expect(namesOf(Readable.from([packed.subarray(0, packed.length / 2)]))).rejects.toThrow('It is damaged')
})

test('a packed list is known as such if its first part has one byte only', async () => {
  const packed = gzipSync(names.join('\n'))
  const source = Readable.from([packed.subarray(0, 1), packed.subarray(1)], { objectMode: false })
  expect(await namesOf(source)).toEqual(names)
})

test('a store that is lost while a list is read does not make it a damaged one', async () => {
  const lost = Object.assign(new Error('Premature close'), { code: 'ERR_STREAM_PREMATURE_CLOSE' })
  for (const list of [Buffer.from(names.join('\n')), gzipSync(names.join('\n'))]) {
    const source = Readable.from(
      (async function* () {
        yield list.subarray(0, list.length / 2)
        await Promise.resolve()
        throw lost
      })(),
    )
    await expect(namesOf(source)).rejects.toBe(lost)
  }
})

test('the source is closed when the reading ends before it does', async () => {
  for (const pack of [(list: Buffer) => list, (list: Buffer) => gzipSync(list)]) {
    const list = pack(Buffer.from(names.join('\n')))
    const source = new Readable({ read: () => undefined })
    source.push(list)
    for await (const group of namesIn(source)) {
      expect(group).toHaveLength(500)
      break
    }
    expect(source.destroyed).toBe(true)
  }
})

test('names of a zone file are below its origin, unless a dot ends them', async () => {
  const zone = `; the zone
$ORIGIN com.
$TTL 86400
@ IN SOA a.gtld.test. nstld.test. 1 2 3 4 5
ACME-PAY NS ns1.host.test.
  NS ns2.host.test.
acme-pay 86400 IN NS ns3.host.test.
acme-login.net. IN NS ns1.host.test.
www.acme-shop IN A 192.0.2.1
$ORIGIN .
acme-bank.org. IN NS ns1.host.test.
`
  expect(await namesOf(Readable.from([Buffer.from(zone)]))).toEqual([
    'acme-pay.com',
    'acme-login.net',
    'www.acme-shop.com',
    'acme-bank.org',
  ])
})

test('names in their own script are read in punycode', async () => {
  const list = 'аcme.com\nbücher-acme.de\nacme-plain.com\n'
  expect(await namesOf(Readable.from([Buffer.from(list)]))).toEqual([
    'xn--cme-5cd.com',
    'xn--bcher-acme-9db.de',
    'acme-plain.com',
  ])
})

test('of a web address the host is read, with or without protocol, port, path and brackets', async () => {
  const list = `https://acme-login.com/sign-in?next=/a,b
HTTP://www.Acme-Pay.com:8080/
"https://acme-shop.com/x","2026-11-30"
acme-bank.com/login#top
acme-card.com:443
https://user:secret@acme-wallet.com/
//acme-mail.com/inbox
hxxps://acme-evil[.]com/a
https://bücher-acme.de/ä
https://192.0.2.1/login
https://[2001:db8::1]/login
and/or
12/11/2026
https://
`
  expect(await namesOf(Readable.from([Buffer.from(list)]))).toEqual([
    'acme-login.com',
    'www.acme-pay.com',
    'acme-shop.com',
    'acme-bank.com',
    'acme-card.com',
    'acme-wallet.com',
    'acme-mail.com',
    'acme-evil.com',
    'xn--bcher-acme-9db.de',
  ])
})
