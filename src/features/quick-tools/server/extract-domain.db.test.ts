import { expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { registrationOf } from '#features/contacts/server/look-up-domain.ts'
import { messages } from '#features/quick-tools/messages.ts'
import { probeAll } from './probe-sources.ts'
import { setUpQuickToolTests } from './testing.ts'

const { at } = setUpActionTests()
const { outside, done } = setUpQuickToolTests(at)

/** A registry that knows every name and network, name servers that know every name, and what they were asked. */
function world({ address = '198.51.100.9' } = {}) {
  const asked: string[] = []
  const bodyOf = (path: string) =>
    path.startsWith('/ip/')
      ? { objectClassName: 'ip network', name: 'KESTREL', country: 'in' }
      : {
          objectClassName: 'domain',
          entities: [{ roles: ['registrar'], vcardArray: ['vcard', [['fn', {}, 'text', 'Namekeep']]] }],
        }
  const egress: typeof outside.deps.egress = {
    ...outside.deps.egress,
    resolve: () => Promise.resolve([address]),
    safeFetch: (url) => {
      const { pathname } = new URL(url)
      asked.push(pathname)
      const body = Buffer.from(JSON.stringify(bodyOf(pathname)))
      return Promise.resolve({ status: 200, body, headers: {}, retryAfter: undefined, address: url, isCut: false })
    },
  }
  const dns: typeof outside.deps.dns = {
    resolve: (host) => {
      asked.push(`address ${host}`)
      return Promise.resolve({ kind: 'found', addresses: [address] })
    },
    serversOf: (domain) => {
      asked.push(`servers ${domain}`)
      return Promise.resolve([])
    },
    mailServersOf: () => Promise.resolve([]),
  }
  const bootstrap = { serverOf: () => Promise.resolve('http://rdap.test/') }
  return { asked, egress, dns, lookUps: { egress, bootstrap, secondsBetween: 0.001 } }
}

test('a page under a shared host has no registration: the host’s own desk is named, and its registrar not asked', async () => {
  const { asked, ...deps } = world()
  const { found } = await done({ report: 'domain', urls: 'acme-q.myshopify.com\nvictim.gitlab.io' }, deps)
  expect(found[0]).toMatchObject({
    domain: 'acme-q.myshopify.com',
    hosting: 'KESTREL',
    registrar: '',
    result: 'Registration: none of its own under myshopify.com; reports go to Shopify, abuse@shopify.com',
  })
  expect(found[1]).toMatchObject({ domain: 'victim.gitlab.io', registrar: '' })
  expect(asked).toContain('servers acme-q.myshopify.com')
  expect(asked.filter((one) => one.startsWith('/domain/'))).toEqual([])
  const signal = new AbortController().signal
  expect(await registrationOf(at.database.db, deps.lookUps, 'acme-r.myshopify.com', signal)).toEqual({
    ipAddress: '198.51.100.9',
    hosting: 'KESTREL',
  })
  expect(asked.filter((one) => one.startsWith('/domain/'))).toEqual([])
})

test('of an IP address only the network is asked, of one of an inside network nothing', async () => {
  const { asked, ...deps } = world({ address: '192.168.7.1' })
  const { found } = await done(
    { report: 'domain', urls: '203.0.113.77\n10.1.2.3\nhttp://[2001:db8::7]/x\ninside.example.com' },
    deps,
  )
  expect(found.map(({ domain, ipAddress, hosting, result }) => [domain, ipAddress, hosting, result])).toEqual([
    ['203.0.113.77', '203.0.113.77', 'KESTREL', 'OK'],
    ['10.1.2.3', '10.1.2.3', '', messages.notPublic('10.1.2.3')],
    ['2001:db8::7', '2001:db8::7', 'KESTREL', 'OK'],
    ['inside.example.com', '192.168.7.1', '', messages.notPublic('192.168.7.1')],
  ])
  expect(asked.filter((one) => one.startsWith('/')).toSorted()).toEqual([
    '/domain/example.com',
    '/ip/2001:db8::7',
    '/ip/203.0.113.77',
  ])
})

test('the probe of look-ups asks a name server and a registry, however fresh the stored answer is', async () => {
  const { asked, dns, lookUps } = world()
  const probe = async () => {
    asked.length = 0
    const probes = await probeAll(at.testApp.app, { ...outside.deps, dns, lookUps }, new AbortController().signal)
    return probes.find(({ source }) => source === 'domain')
  }
  for (let round = 0; round < 2; round++) {
    expect(await probe()).toMatchObject({ outcome: 'answered', detail: messages.lookedUp('iana.org', 'Namekeep') })
    expect(asked).toEqual(['address iana.org', '/domain/iana.org'])
  }
  dns.resolve = () => Promise.resolve({ kind: 'unknown', reason: 'No name server answered' })
  expect(await probe()).toMatchObject({ outcome: 'unreached', detail: 'iana.org: No name server answered' })
})
