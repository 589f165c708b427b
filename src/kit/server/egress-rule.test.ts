import { createSocket } from 'node:dgram'
import { stat } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { createEgressRule } from './egress-rule.ts'
import { type TestRecord, testDns } from './testing-dns.ts'

const refuse = (host: string) => new Error(`${host} has no public address`)

test('names are asked of the name servers, and only their public addresses may be reached', async () => {
  const dns = await testDns(
    new Map<string, TestRecord>([
      ['shop.example', { a: ['93.184.216.34', '10.0.0.1'] }],
      ['inside.example', { a: ['192.168.1.1'] }],
      ['broken.example', 'failure'],
    ]),
  )
  const rule = createEgressRule({ nameServers: [dns.server] }, refuse)
  expect(await rule.resolve('Shop.example.')).toEqual(['93.184.216.34'])
  expect(await rule.resolve('inside.example')).toEqual([])
  expect(await rule.whyNot('inside.example')).toBe('not-public')
  expect(await rule.whyNot('gone.example')).toBe('no-address')
  expect(await rule.whyNot('broken.example')).toBe('no-address')
  await dns.close()
})

test('a silent name server holds up nobody else', async () => {
  const silent = createSocket('udp4')
  let questions = 0
  silent.on('message', () => questions++)
  await new Promise<void>((ready) => silent.bind(0, '127.0.0.1', ready))
  const rule = createEgressRule({ nameServers: [`127.0.0.1:${silent.address().port}`] }, refuse)
  const waiting = Promise.all(Array.from({ length: 100 }, (_, n) => rule.resolve(`${n}.example`)))
  await expect.poll(() => questions).toBeGreaterThanOrEqual(200)
  const started = performance.now()
  await stat('.')
  expect(performance.now() - started).toBeLessThan(1000)
  expect((await waiting).flat()).toEqual([])
  expect(performance.now() - started).toBeLessThan(15_000)
  silent.close()
}, 20_000)
