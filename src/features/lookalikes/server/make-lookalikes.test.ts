import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { asciiLabel, nameParts, unicodeLabel } from '#vocabulary/labels.ts'
import { makeLookalikes } from './make-lookalikes.ts'

const fixture = join(import.meta.dirname, '../../../../tests/fixtures/lookalikes/dnstwist-20250130.json.gz')
const reference: Record<string, Record<string, string[]>> = JSON.parse(gunzipSync(readFileSync(fixture)).toString())

const namesOf = (domain: string) => new Set(makeLookalikes(domain).map(({ name }) => name))

test.each(Object.entries(reference))('contains every name that dnstwist makes of %s', (domain, families) => {
  const made = namesOf(domain)
  for (const [family, names] of Object.entries(families))
    expect(
      names.filter((name) => !made.has(name.toLowerCase())),
      family,
    ).toEqual([])
})

test('every name is lower case, valid under IDNA, made once, and not the name itself', () => {
  for (const domain of ['meesho.com', 'bank-of-india.co.in', 'münchen.de', 'a.io', '3m.com', 'сбербанк.рф']) {
    const names = makeLookalikes(domain).map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(names.filter((name) => !/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/.test(name))).toEqual([])
    expect(names).not.toContain(domain)
  }
})

test('most plausible first, the same in every run, cut at the limit', () => {
  const all = makeLookalikes('paypal.com')
  expect(makeLookalikes('PayPal.com.')).toEqual(all)
  expect(makeLookalikes('paypal.com', { limit: 50 })).toEqual(all.slice(0, 50))
  expect(all[0]).toEqual({ name: 'paypal-login.com', family: 'affix' })
  const rankOf = (name: string) => all.findIndex((one) => one.name === name)
  expect(rankOf('paypal-login.com')).toBeLessThan(rankOf('paypa1.com'))
  expect(rankOf('paypa1.com')).toBeLessThan(rankOf('paypal-summary.com'))
  expect(rankOf('paypal-summary.com')).toBeLessThan(rankOf('paypl.shop'))
  expect(rankOf('paypl.shop')).toBeGreaterThan(0)
})

test('affixes and slips are tried under the suffixes of the setting', () => {
  const made = new Map(makeLookalikes('meesho.com', { suffixes: ['bank'] }).map(({ name, family }) => [name, family]))
  expect(made.get('meesho.bank')).toBe('tld-swap')
  expect(made.get('meeshologin.bank')).toBe('affix')
  expect(made.get('mesho.bank')).toBe('omission')
  expect(made.has('meeshologin.shop')).toBe(false)
})

test('the subdomain stays, a name of several suffix labels is divided at the public suffix', () => {
  const made = namesOf('www.shop.amazon.co.jp')
  for (const name of ['www.shop.amzon.co.jp', 'www.shop.amazon.com', 'www-shop-amazon.co.jp', 'www.shopamazon.co.jp'])
    expect(made.has(name), name).toBe(true)
})

test('confusables use one script, and a registry with a table of its own is asked for no other letters', () => {
  const made = (family: string, domain: string) =>
    makeLookalikes(domain).flatMap((one) => (one.family === family ? [one.name] : []))
  expect(made('cyrillic', 'paypal.com')).toEqual(['xn--80aa0cbo65f.com'])
  expect(made('cyrillic', 'amazon.com')).toEqual([])
  expect(made('confusable', 'soso.com')).toContain(`${asciiLabel('şoşo')}.com`)
  expect(made('confusable', 'amazon.co.uk')).toEqual([])
  // Greek letters for all of it, none for a part.
  expect(made('confusable', 'pony.app')).toContain(`${asciiLabel('ρθηγ')}.app`)
  expect(made('confusable', 'ponys.app').filter((name) => /[α-ω]/.test(unicodeLabel(name.split('.')[0]!)))).toEqual([])
})

test('a label of 61 letters takes under a second of the processor, the name with most pairs under two', {
  timeout: 20_000,
}, () => {
  // Measured 0.1 s and 0.7 s.
  expect(() => makeLookalikes(`${'themostabsolutelyincredible'.repeat(3).slice(0, 61)}.com`)).toTakeLessThan(1000)
  expect(() => makeLookalikes('internationalbusinessmachinescorporationa.com')).toTakeLessThan(2000)
})

test('refuses what is no domain name', () => {
  for (const text of ['', 'com', 'paypal', '1.2.3.4', 'pay pal.com', '-a-.com', `${'a'.repeat(64)}.com`])
    expect(() => makeLookalikes(text), text).toThrow(RangeError)
  expect(nameParts('co.uk')).toBeUndefined()
})
