import type { DemoSite } from './respond.ts'
import { json } from './respond.ts'
import { type DemoLookalike, demoLookalikes, demoOwnDomains } from './sites.ts'

const DAY_MS = 86_400_000
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()

/** Registration data (RDAP) of the domains of the small web; others are not registered. */
export const registry: DemoSite = ({ host, url }) => {
  if (host !== 'rdap.demo.test') return undefined
  if (url.pathname.startsWith('/ip/'))
    return json({
      rdapConformance: ['rdap_level_0'],
      objectClassName: 'ip network',
      name: 'KESTREL-HOSTING',
      country: 'IN',
      entities: [],
    })
  const domain = /^\/domain\/([^/]+)$/.exec(url.pathname)?.[1]?.toLowerCase()
  const found = demoLookalikes.find((one) => one.domain === domain) ?? ownDomain(domain)
  if (!found) return json({ errorCode: 404, title: 'Not Found', rdapConformance: ['rdap_level_0'] }, 404)
  return json({
    rdapConformance: ['rdap_level_0'],
    objectClassName: 'domain',
    ldhName: found.domain,
    status: ['active'],
    events: [
      { eventAction: 'registration', eventDate: daysAgo(found.age) },
      { eventAction: 'expiration', eventDate: daysAgo(found.age - 365) },
    ],
    nameservers: [1, 2].map((n) => ({ objectClassName: 'nameserver', ldhName: `ns${n}.${nameHostOf(found)}` })),
    entities: [
      {
        objectClassName: 'entity',
        roles: ['registrar'],
        vcardArray: [
          'vcard',
          [
            ['version', {}, 'text', '4.0'],
            ['fn', {}, 'text', found.registrar],
          ],
        ],
        entities: [
          {
            objectClassName: 'entity',
            roles: ['abuse'],
            vcardArray: [
              'vcard',
              [
                ['version', {}, 'text', '4.0'],
                ['email', {}, 'text', 'abuse@registrar.example'],
              ],
            ],
          },
        ],
      },
    ],
  })
}

function ownDomain(domain: string | undefined): DemoLookalike | undefined {
  const mark = demoOwnDomains.get(domain ?? '')
  if (mark === undefined) return undefined
  return { domain: domain!, mark, kind: 'shop', hasMail: true, registrar: 'Namekeep Registry Services', age: 5000 }
}

/** Whose name servers a domain has; parked ones have a parking service's. */
export const nameHostOf = ({ kind }: Pick<DemoLookalike, 'kind'>) =>
  kind === 'parked' ? 'parking.example' : 'hosting.example'

/** The answer of a certificate search (crt.sh's JSON): q is a name, with % for any letters. */
export const certificates: DemoSite = ({ host, url }) => {
  if (host !== 'certificates.demo.test') return undefined
  const wanted = (url.searchParams.get('q') ?? '').toLowerCase().split('%').filter(Boolean)
  const found = demoLookalikes.filter(
    ({ domain, kind }) => kind !== 'empty' && wanted.length > 0 && wanted.every((part) => domain.includes(part)),
  )
  return json(
    found.map(({ domain, age }, n) => ({
      id: 9_000_000_000 + n,
      issuer_name: 'C=US, O=Demo Encrypt, CN=D1',
      common_name: domain,
      name_value: `${domain}\nwww.${domain}`,
      entry_timestamp: daysAgo(age - 1).slice(0, 23),
      not_before: daysAgo(age - 1).slice(0, 19),
      not_after: daysAgo(age - 91).slice(0, 19),
      serial_number: (n + 4096).toString(16),
    })),
  )
}
