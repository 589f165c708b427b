import { beforeAll, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { configureNotices, noticeFacts } from './testing.ts'
import { rows, sql } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { domain } from '#platforms/domain.ts'
import { website } from '#platforms/website.ts'

const { at, post, get, one } = setUpActionTests()
beforeAll(() => configureNotices({ at, post }, ['About {{url}}.']))

type Platform = 'domain' | 'website'
const desks = { registrar: 'abuse@names.test', host: 'abuse@zonehost.test' }
/** A registry's answer says whose desk an address is. */
const register = (subject: string, desk: keyof typeof desks) =>
  rows(
    at.database.db,
    sql`insert into registrations (subject, outcome, name, emails) values (${subject}, 'found', ${desk}, ${[desks[desk]]}::text[])`,
  )
beforeAll(() => register(`ip:${noticeFacts.ipAddress}`, 'host'))

const preview = async (id: string, platform: Platform, desk: keyof typeof desks) => {
  const { registrar, hosting, ipAddress } = noticeFacts
  const to = { abusiveEmailId: desks[desk], registrar, hosting, ipAddress }
  const answer = await post('enforcement/notice-preview', { platform, id, ...to }, 'analyst')
  expect([answer.statusCode, answer.json().desk], answer.body).toEqual([200, desk])
  return answer.json() as { text: string; xarf: string; gate: { missing: { lack: string }[] } }
}
const lacks = ({ gate }: Awaited<ReturnType<typeof preview>>) => gate.missing.map(({ lack }) => lack)
const page = (url: string, more: object = {}) => one(website, '22', { url, domain: '', reasonCode: '12201', ...more })
const sheet = (platform: Platform, id: string, procedure = '') =>
  get(`enforcement/filing-sheet/${platform}/${id}${procedure && `?procedure=${procedure}`}`, 'analyst')

test('a registrar is asked about the name that was registered, a host about the host that was seen', async () => {
  const host = 'secure.login.brand-pay.example'
  const id = await page(`https://${host}/verify`, { domain: host })
  await register('domain:brand-pay.example', 'registrar')
  const registrar = await preview(id, 'website', 'registrar')
  expect(registrar.text).toContain('Please suspend brand-pay.example or stop its resolution')
  expect(registrar.text).toContain(`Domain name: brand-pay.example\nHost name: ${host}`)
  expect(registrar.text).toContain('phishing (RAA 3.18.1)')
  expect(JSON.parse(registrar.xarf)).toMatchObject({ domain: 'brand-pay.example', url: `https://${host}/verify` })
  const hosts = await preview(id, 'website', 'host')
  expect(hosts.text).toContain(`Domain name: ${host}`)
  expect(JSON.parse(hosts.xarf)).toMatchObject({ domain: host })
  expect((await sheet('website', id)).json().title).toBe('UDRP filing sheet: brand-pay.example')
  expect((await get(`case-files/complaint/website/${id}`, 'analyst')).json().title).toContain('brand-pay.example')
})

test('what imitates the brand is the name that was seen, not the one below which it lies', async () => {
  const id = await page('https://acme-one.some-shop.example/', { reasonCode: '12206' })
  await register('domain:some-shop.example', 'registrar')
  const { text } = await preview(id, 'website', 'registrar')
  expect(text).toContain('The domain name acme-one.some-shop.example imitates Acme One')
  expect(text).toContain('Please suspend some-shop.example, or remove its mail exchange (MX) records')
})

test('a name with letters outside ASCII is stated as DNS has it and as browsers show it', async () => {
  const { text } = await preview(await page('https://xn--cme-5cd.example/login'), 'website', 'host')
  expect(text).toContain('Domain name: xn--cme-5cd.example\n')
  expect(text).toContain('Shown as: \u0430cme.example\n')
})

test('a request for registration data says that they will be processed lawfully; it imitates nobody', async () => {
  const id = await page('https://acme-one-sale.example/', { reasonCode: '52901' })
  await register('domain:acme-one-sale.example', 'registrar')
  const { text } = await preview(id, 'website', 'registrar')
  expect(text).toContain('The request is made in good faith, and the data received will be processed lawfully.')
  expect(text).toContain('\nBrand: Acme One of ')
  // It calls no content illegal, whoever gets it.
  expect((await preview(id, 'website', 'host')).text).not.toContain('2022/2065')
})

test('the agreements of ICANN are not cited for the name of a country', async () => {
  const id = await page('https://login.brand-pay.co.in/verify')
  await register('domain:brand-pay.co.in', 'registrar')
  const { text } = await preview(id, 'website', 'registrar')
  expect(text).toContain('Please suspend brand-pay.co.in')
  expect(text).toContain('FOR THE REGISTRAR AND THE REGISTRY OF .IN\n')
  expect(text).not.toMatch(/RAA|ICANN|Accreditation/)
  expect((await sheet('website', id)).json()).toMatchObject({ procedure: 'INDRP', open: ['INDRP'] })
  const refused = await sheet('website', id, 'UDRP')
  expect([refused.statusCode, refused.json().message]).toEqual([
    422,
    'UDRP does not cover brand-pay.co.in. Open to it: INDRP.',
  ])
  const german = await sheet('website', await page('https://brand-pay.de/'))
  expect(german.json().message).toContain('the courts of Germany')
  const complaint = (await get(`case-files/complaint/website/${id}`, 'analyst')).json()
  expect(complaint.problems).toContainEqual(expect.stringContaining('complain to the registry of .in'))
})

test('there is no proceeding about an IP address', async () => {
  const id = await page('http://203.0.113.77/phish')
  const hosts = await preview(id, 'website', 'host')
  expect(lacks(hosts)).toEqual([])
  expect(hosts.text).not.toMatch(/Domain name|Host name/)
  expect((await sheet('website', id)).statusCode).toBe(422)
})

test('an address and a domain name of different sites are not sent, and the address is what is reported', async () => {
  const id = await page('https://evil-login.example/steal', { domain: 'genuine-shop.example' })
  await register('domain:evil-login.example', 'registrar')
  const shown = await preview(id, 'website', 'registrar')
  expect(lacks(shown)).toEqual(['oneSite'])
  expect(shown.text).toContain('Please suspend evil-login.example')
  expect(shown.text).not.toContain('genuine-shop')
  for (const [url, stated] of [
    ['https://www.fake.example/a', 'fake.example'],
    ['https://shop.fake.example/', 'www.fake.example'],
  ] as const)
    expect(lacks(await preview(await page(url, { domain: stated }), 'website', 'host'))).toEqual([])
})

test('a domain that leads elsewhere is reported itself, also when it leads to the brand', async () => {
  const id = await one(domain, '22', {
    domain: 'look-alike.example',
    url: 'https://own-site.example/',
    reasonCode: '12201',
  })
  await register('domain:look-alike.example', 'registrar')
  const key = `tests/${newId()}.png`
  const { rows: stored } = await at.database.pool.query(
    `with stored as (insert into files (id, bucket, key, purpose, original_name, media_type, bytes, sha256)
       values ($1, 'b', $2, 'test', 'a.png', 'image/png', 1, sha256('x')) returning key)
     update findings f set image_bucket = 'b', image_key = stored.key from stored where f.id = $3 returning f.id`,
    [newId(), key, id],
  )
  expect(stored).toHaveLength(1)
  const shown = await preview(id, 'domain', 'registrar')
  expect(lacks(shown)).toEqual([])
  expect(shown.text).toContain('Please suspend look-alike.example')
  expect(shown.text).toContain('Leads to: https://own-site.example/')
  expect(shown.text).not.toContain('Exact address')
})
