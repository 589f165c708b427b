import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Egress, openEgress } from '#kit/server/egress.ts'
import { nearMarkupBits } from '#kit/near-markup.ts'
import { hashMarkup } from '#kit/server/markup-hash.ts'
import { hashDistance } from '#kit/server/pdq-index.ts'
import { demoOrigins } from './addresses.ts'
import { demoNames, type DemoWeb, openDemoWeb } from './open-demo-web.ts'
import { demoLookalikes, demoProducts } from './sites.ts'

let web: DemoWeb
let egress: Egress
beforeAll(async () => {
  web = await openDemoWeb()
  egress = openEgress({ ownServers: web.ownServers, lookup: () => Promise.resolve(['127.0.0.1']) })
})
afterAll(async () => {
  await egress.close()
  await web.close()
})

const read = async (address: string) => {
  const { status, body } = await egress.safeFetch(address, '*/*')
  return { status, text: body.toString() }
}
const parsed = async (address: string) => JSON.parse((await read(address)).text) as Record<string, unknown>

test('shops sell the products, one with structured data and one without', async () => {
  const [product] = demoProducts
  const [bazaar, store] = demoOrigins.shops
  const marked = await read(`${bazaar}/product/${product!.sku}`)
  expect(marked.text).toContain(`"price":"${product!.price}.00"`)
  const plain = await read(`${store}/product/${product!.sku}`)
  expect(plain.text).not.toContain('ld+json')
  expect(plain.text).toContain(product!.title)
  expect((await read(`${bazaar}/product/none`)).status).toBe(404)
  expect((await read(`${bazaar}/robots.txt`)).text).toContain('Disallow: /account')
})

test('look-alikes have pages, registrations, certificates and names, or are empty', async () => {
  for (const { domain, mark, kind, registrar } of demoLookalikes) {
    expect(demoNames(domain)?.addresses.length, domain).toBe(kind === 'empty' ? 0 : 1)
    if (kind !== 'empty') expect((await read(`http://${domain}/`)).status, domain).toBe(200)
    expect(JSON.stringify(await parsed(`${demoOrigins.registry}/domain/${domain}`))).toContain(registrar)
    const found = await read(`${demoOrigins.certificates}/?q=%25${domain}%25&output=json`)
    expect(found.text.includes(domain), `${mark} ${kind}`).toBe(kind !== 'empty')
  }
  expect(new Set(demoLookalikes.map(({ domain }) => domain)).size).toBe(demoLookalikes.length)
  expect((await read(`${demoOrigins.registry}/domain/free.example`)).status).toBe(404)
  expect(demoNames('free.example')).toBeUndefined()
})

test('false shops of all brands have the markup of one kit, and own pages have not', async () => {
  const [first, ...others] = demoLookalikes.filter(({ kind }) => kind === 'shop')
  const hashOf = async (domain: string) => hashMarkup((await read(`http://${domain}/`)).text)
  const kit = (await hashOf(first!.domain))!
  for (const { domain } of others)
    expect([domain, hashDistance(kit, (await hashOf(domain))!) <= nearMarkupBits]).toEqual([domain, true])
  expect(await hashOf(`${first!.mark.toLowerCase()}.example`)).toBeUndefined()
})

test('interfaces answer as the documented ones do', async () => {
  expect(await parsed(`${demoOrigins.search}/search?q=site:facebook.com+aurevia&format=json`)).toMatchObject({
    results: expect.arrayContaining([
      expect.objectContaining({ url: expect.stringContaining('facebook.com/aurevia') }),
    ]),
  })
  expect(
    await parsed(`${demoOrigins.facebookAds}/v21.0/ads_archive?search_terms=Solmira&access_token=x`),
  ).toMatchObject({
    data: expect.arrayContaining([expect.objectContaining({ ad_creative_bodies: [expect.any(String)] })]),
  })
  expect(await parsed(`${demoOrigins.twitter}/2/tweets/search/recent?query=%22tindral%22`)).toMatchObject({
    meta: { result_count: 5 },
  })
  expect(await parsed(`${demoOrigins.pinterest}/v5/search/partner/pins?term=castelune`)).toMatchObject({
    items: expect.arrayContaining([expect.objectContaining({ title: expect.stringContaining('Castelune') })]),
  })
  expect((await read(`${demoOrigins.flipkart}/search?q=aurevia+serum`)).text).toMatch(
    /\/p\/itm\w+\?pid=\w+&amp;lid=LST/,
  )
  expect((await read(`${demoOrigins.meesho}/search?q=tindral`)).text).toContain('__NEXT_DATA__')
  expect((await read(`${demoOrigins.social}/aurevia.outlet`)).text).toContain('followers')
  expect((await read(`${demoOrigins.social}/aurevia.gone`)).status).toBe(404)
  expect((await read('http://www.facebook.com/aurevia.outlet')).text).toContain('followers')
  expect((await read('http://www.facebook.com/aurevia.shop')).status).toBe(404)
})

test('the trademark form asks for what is missing and answers with a case number', async () => {
  const send = async (fields: Record<string, string>) => {
    const { body, status } = await egress.safeFetch(`${demoOrigins.trademarkForm}/trademark`, 'text/html', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    })
    return { status, text: body.toString() }
  }
  expect(await send({ name: '<b>Asha' })).toMatchObject({ status: 422, text: expect.stringContaining('&lt;b&gt;Asha') })
  const whole = {
    name: 'Asha',
    email: 'a@b.example',
    mark: 'Aurevia',
    registration: '1',
    addresses: 'x',
    statement: 'yes',
  }
  expect((await send(whole)).text).toMatch(/TM-[0-9A-F]{8}/)
})

test('only hosts of the small web lead to this machine', async () => {
  for (const address of [
    'http://other.demo.test/',
    'http://localhost/',
    'http://127.0.0.1/',
    'http://nothing.example/',
  ])
    await expect(egress.safeFetch(address, '*/*'), address).rejects.toMatchObject({ reason: 'address' })
})
