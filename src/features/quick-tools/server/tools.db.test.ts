import { describe, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { addFindings } from '#features/findings/server/testing.ts'
import { EgressError } from '#kit/server/egress.ts'
import { socialMedia } from '#platforms/social-media.ts'
import { setUpQuickToolTests } from './testing.ts'

const { at } = setUpActionTests()
const { outside, done } = setUpQuickToolTests(at)

describe('each tool to its file', () => {
  test('S-070 Facebook Ads: the ads of a term or a page, page by page, without the access token', async () => {
    const { header, found, job, links } = await done({ report: 'facebookAds', urls: 'acme shoes' })
    expect(header).toEqual(['term', 'advertiser', 'adId', 'startDate', 'active', 'text', 'link', 'imageUrl'])
    expect(found).toHaveLength(6)
    expect(found[1]).toEqual({
      term: 'acme shoes',
      advertiser: 'acme shoes outlet 2',
      adId: '70000000002',
      startDate: '2026-10-02',
      active: 'No',
      text: 'Original acme shoes, 80% off today only',
      link: 'https://www.facebook.com/ads/library/?id=70000000002',
      imageUrl: '',
    })
    expect(links).toContain('https://www.facebook.com/ads/library/?id=70000000002')
    expect(job).toMatchObject({ status: 'Completed', numOfRecords: 1, problem: null })
    // Jobs of one tool and day are told apart, in the list and by their files.
    const today = job.DateCreated.slice(0, 10)
    expect([job.subject, job.files[0]!.name]).toEqual(['acme shoes', `facebookAds-acme-shoes-${today}.xlsx`])
    expect(JSON.stringify(found)).not.toContain('demo-key')
    const page = 'https://www.facebook.com/ads/library/?view_all_page_id=12345678'
    expect((await done({ report: 'facebookAds', urls: page })).found[0]).toMatchObject({
      advertiser: 'page [12345678] outlet 1',
    })
  })

  test('S-070 Twitter Search: posts and accounts; operators in a term are words', async () => {
    const { header, found } = await done({ report: 'twitter', urls: 'acme -is:retweet\nnothing' })
    expect(header).toEqual(['term', 'type', 'name', 'link', 'followers', 'postDate', 'text'])
    expect(found).toHaveLength(8)
    expect(found[0]).toMatchObject({ type: 'post', link: 'https://x.com/rewards_1/status/180001', followers: '120' })
    const [first] = outside.standIns.requests.filter(({ source }) => source === 'twitter')
    expect(new URLSearchParams(first!.address.split('?')[1]).get('query')).toBe('"acme" "is:retweet"')
    expect(first!.headers.authorization).toBe('Bearer demo-key')
  })

  test('S-070 Pinterest Search: pins of two pages, then boards', async () => {
    const { header, found } = await done({ report: 'pinterest', urls: ['acme'] })
    expect(header).toEqual(['term', 'type', 'title', 'link', 'owner', 'imageUrl'])
    expect(found.map(({ type, link }) => [type, link])).toEqual([
      ...[1, 2, 3, 4].map((n) => ['pin', `https://www.pinterest.com/pin/3300${n}/`]),
      ['board', 'https://www.pinterest.com/deal_hunter/acme-deals/'],
    ])
    expect(found[0]!['imageUrl']).toBe('https://i.example/l/1.jpg')
  })

  test('S-070 Facebook Search: pages, groups and posts that a search engine knows on facebook.com', async () => {
    const { found, lines } = await done({ report: 'facebook', urls: 'Acme, nothing' })
    expect(found.map(({ type }) => type)).toEqual(['page', 'group', 'post', 'page', 'group', 'post'])
    expect(found[0]).toMatchObject({
      name: 'Acme Deals 1',
      link: 'https://www.facebook.com/acmedeals1',
      followers: '1,214',
    })
    expect(lines).toEqual([
      { line: 'Acme', records: '6', result: 'OK' },
      { line: 'nothing', records: '0', result: 'The source has no results for it' },
    ])
  })

  test('S-070 Flipkart LID/PID: listing and product ids of result pages, and of one product page', async () => {
    const { header, found } = await done({ report: 'flipkart', urls: 'acme "pro" case' })
    expect(header).toEqual(['term', 'title', 'url', 'pid', 'lid', 'seller', 'price', 'mrp', 'rating'])
    expect(found).toHaveLength(8)
    expect(found[0]).toMatchObject({
      title: 'acme pro case model 1',
      url: 'https://www.flipkart.com/item-1/p/itm1abc?pid=PID1&lid=LSTPID1',
      pid: 'PID1',
      lid: 'LSTPID1',
      price: '1299',
      mrp: '1999',
    })
    const one = await done({ report: 'flipkart', urls: 'https://www.flipkart.com/x/p/itm9?pid=PID9' })
    expect(one.found).toEqual([
      {
        term: 'https://www.flipkart.com/x/p/itm9?pid=PID9',
        title: 'Model nine',
        url: 'https://www.flipkart.com/x/p/itm9?pid=PID9',
        pid: 'PID9',
        lid: 'LSTPID9',
        seller: 'Genuine Retail',
        price: '899',
        mrp: '1999',
        rating: '',
      },
    ])
  })

  test('S-072 an address may be longer than a search term of its source', async () => {
    const library = 'https://www.facebook.com/ads/library/?active_status=all&ad_type=all&country=IN'
    const page = `${library}&is_targeted_country=false&media_type=all&search_type=page&view_all_page_id=12345678`
    expect((await done({ report: 'facebookAds', urls: page })).found[0]).toMatchObject({
      advertiser: 'page [12345678] outlet 1',
    })
    const product = `https://www.flipkart.com/x/p/itm9?pid=PID9&lid=LSTPID9&marketplace=FLIPKART&${'q=acme&'.repeat(50)}`
    expect((await done({ report: 'flipkart', urls: product })).found).toMatchObject([{ pid: 'PID9', lid: 'LSTPID9' }])
    for (const [report, most] of [
      ['facebookAds', 100],
      ['flipkart', 300],
    ] as const)
      expect((await done({ report, urls: 'x'.repeat(most + 1) })).job.problem).toContain('The term is longer than')
  })

  test('S-070 Meesho Search: products with supplier, price and picture', async () => {
    const { header, found } = await done({ report: 'meesho', urls: 'acme saree' })
    expect(header).toEqual(['term', 'title', 'url', 'pid', 'supplier', 'price', 'mrp', 'rating', 'imageUrl'])
    expect(found).toHaveLength(6)
    expect(found[0]).toMatchObject({ pid: '40000001', supplier: 'Supplier 1', price: '200', mrp: '999', rating: '3.9' })
  })

  test('S-070 Facebook Scan: stored findings on facebook.com, online, removed or behind a login; other hosts not', async () => {
    const { companies, brands } = at.world
    const sites: Record<string, { status: number; body: string; headers?: Record<string, string> }> = {
      '/shop': { status: 200, body: '<title>Acme outlet</title>Buy now' },
      '/gone': { status: 404, body: '' },
      '/private': { status: 302, body: '', headers: { location: '/login/?next=x' } },
      '/login/?next=x': { status: 200, body: '<title>Log into Facebook</title>' },
      '/hidden': { status: 200, body: "<title>Facebook</title>This content isn't available right now" },
      '/checked': { status: 200, body: '<title>Just a moment...</title>' },
      '/moved': { status: 302, body: '', headers: { location: '/?start' } },
      '/?start': { status: 200, body: '<title>Facebook</title>Connect with friends' },
      '/wall': { status: 200, body: '<title>Log in or sign up to view</title>' },
      '/member': { status: 200, body: '<title>Log in to continue</title>' },
      '/loginshop': { status: 200, body: '<title>Acme outlet</title>Buy now' },
    }
    await addFindings(
      at.database.db,
      socialMedia,
      [...Object.keys(sites).filter((path) => !path.includes('?')), '/slow'].map((path) => ({
        companyId: companies.parent,
        brandId: brands.own,
        link: `https://www.facebook.com${path}`,
      })),
    )
    await addFindings(at.database.db, socialMedia, [
      { companyId: companies.parent, brandId: brands.own, link: 'https://notfacebook.com/shop' },
    ])
    const egress = {
      ...outside.deps.egress,
      safeFetch: (address: string) => {
        if (address.endsWith('/slow')) return Promise.reject(new EgressError('time', 'No answer in time'))
        const { status, body, headers = {} } = sites[new URL(address).pathname + new URL(address).search]!
        const next = headers['location']
        const final = next === undefined ? address : new URL(next, address).href
        const last = next === undefined ? { status, body } : sites[next]!
        return Promise.resolve({
          status: last.status,
          body: Buffer.from(last.body),
          headers: {},
          retryAfter: undefined,
          address: final,
          isCut: false,
        })
      },
    }
    const { header, found, job, lines } = await done({ report: 'facebookScan', platform: 'social-media' }, { egress })
    expect(header).toEqual(['brand', 'link', 'status', 'checkedAt', 'httpStatus', 'online'])
    expect(Object.fromEntries(found.map(({ link, online }) => [new URL(link!).pathname, online]))).toEqual({
      '/shop': 'Still online',
      '/gone': 'Removed',
      '/private': 'Login needed',
      '/hidden': 'Removed',
      '/checked': 'Unknown: It shows a bot check',
      '/moved': 'Unknown: It redirects to the home page of the same site',
      '/wall': 'Login needed',
      '/member': 'Login needed',
      '/loginshop': 'Still online',
    })
    // That Facebook does not answer is no removal.
    expect(lines.find(({ line }) => line!.endsWith('/slow'))!['result']).toContain('Facebook could not be reached')
    expect(job).toMatchObject({ numOfRecords: 1, total: 10, done: 10, failed: 1 })
    const none = await done({ report: 'facebookScan', platform: 'e-commerce' })
    expect(none.job).toMatchObject({
      status: 'Failed',
      problem: 'No stored finding of this platform is on facebook.com',
    })
  })
})

describe('the other tools', () => {
  test('S-070 Domain IP Extractor: addresses, servers, registration and network; a line that is no domain says so', async () => {
    const answers: Record<string, object> = {
      '/domain/fake.example.com': {},
      '/domain/aurevia-sale.com': {
        objectClassName: 'domain',
        events: [
          { eventAction: 'registration', eventDate: '2026-08-01T10:00:00Z' },
          { eventAction: 'expiration', eventDate: '2027-08-01T10:00:00Z' },
        ],
        entities: [{ roles: ['registrar'], vcardArray: ['vcard', [['fn', {}, 'text', 'Namekeep']]] }],
      },
      '/ip/203.0.113.9': { objectClassName: 'ip network', name: 'KESTREL', country: 'in' },
    }
    const egress = {
      ...outside.deps.egress,
      whois: () => Promise.resolve('No match'),
      safeFetch: (address: string) => {
        const found = answers[new URL(address).pathname]
        const body = Buffer.from(JSON.stringify(found ?? { errorCode: 404 }))
        return Promise.resolve({
          status: found ? 200 : 404,
          body,
          headers: {},
          retryAfter: undefined,
          address,
          isCut: false,
        })
      },
    }
    const dns: typeof outside.deps.dns = {
      resolve: (host) =>
        Promise.resolve(
          host === 'aurevia-sale.com'
            ? { kind: 'found', addresses: ['203.0.113.9'] }
            : { kind: 'none', isMissing: true, reason: 'The name does not exist (NXDOMAIN)' },
        ),
      serversOf: () => Promise.resolve(['ns1.kestrel.test', 'ns2.kestrel.test']),
      mailServersOf: (domain, onUnread) => {
        if (domain !== 'silent.com') return Promise.resolve(['mx.kestrel.test'])
        onUnread?.('Name servers failed (SERVFAIL)')
        return Promise.resolve([])
      },
    }
    const bootstrap = { serverOf: () => Promise.resolve('http://rdap.test/') }
    const lookUps = { egress, bootstrap, secondsBetween: 0.001 }
    const { header, found, lines, job } = await done(
      { report: 'domain', urls: 'https://AUREVIA-SALE.com/path\nnowhere-at-all.com\nno domain\nsilent.com' },
      { egress, dns, lookUps },
    )
    expect(header).toEqual([
      'domain',
      'ipAddress',
      'hosting',
      'registrar',
      'registrationDate',
      'expiryDate',
      'nameServers',
      'mailServers',
      'country',
      'result',
    ])
    expect(found[0]).toEqual({
      domain: 'aurevia-sale.com',
      ipAddress: '203.0.113.9',
      hosting: 'KESTREL',
      registrar: 'Namekeep',
      registrationDate: '2026-08-01',
      expiryDate: '2027-08-01',
      nameServers: 'ns1.kestrel.test, ns2.kestrel.test',
      mailServers: 'mx.kestrel.test',
      country: 'IN',
      result: 'OK',
    })
    expect(found[1]!['result']).toMatch(/NXDOMAIN.*Registration: /)
    expect(found[2]).toMatchObject({ domain: 'silent.com', mailServers: '' })
    expect(found[2]!['result']).toContain('Mail servers: Name servers failed (SERVFAIL)')
    expect(lines[2]).toMatchObject({ line: 'no domain', result: 'Not a domain or web address' })
    expect(job).toMatchObject({ status: 'Completed', failed: 1 })
    const off = await done({ report: 'domain', urls: 'a.com' })
    expect(off.job.problem).toBe('Source is not configured: look-ups are switched off (LOOK_UPS)')
  })
})
