import { expect, test } from 'vitest'
import { asciiLabel } from '#vocabulary/labels.ts'
import { createMatcher } from './matcher.ts'

const matcherOf = (...keywords: string[]) =>
  createMatcher(keywords.map((keyword) => ({ keyword, ownDomains: [`${keyword}.com`] })))

test('what companies call their own is imitation beside a name that is no word and of no well-known company', () => {
  const matcher = createMatcher([{ keyword: 'Tindral', ownDomains: ['tindral.example'] }])
  for (const name of [
    'tindralcapital.com',
    'tindral-capital.com',
    'tindralcorp.com',
    'tindralgroup.com',
    'tindral-group.com',
    'group-tindral.com',
    'tindralinc.com',
    'tindral-foundation.org',
    'tindralstatic.com',
    'tindral.careers',
    'tindral.jobs',
    'tindral.capital',
    'tindral.design',
    'tindral.github.io',
    'tindral.gitlab.io',
  ])
    expect(matcher.match(name), name).toBeDefined()
  const scoreOf = (name: string) => matcher.match(name)!.score
  expect(scoreOf('tindralcapital.com')).toBeLessThan(scoreOf('tindralsecure.com'))
  expect(scoreOf('tindral.design')).toBeLessThan(scoreOf('tindral.shop'))
})

test('words of money and jobs are imitation beside well-known names too, what serves their pages is not', () => {
  const matcher = matcherOf('paypal', 'hsbc', 'netflix', 'dhl', 'chase')
  for (const name of [
    'paypalcapital.com',
    'paypal.careers',
    'hsbc-capital.com',
    'netflix-foundation.org',
    'netflixgroup.com',
    'dhl-jobs.com',
  ])
    expect(matcher.match(name), name).toBeDefined()
  for (const name of [
    'paypalstatic.com',
    'netflixcdn.net',
    'netflix.design',
    'paypal.github.io',
    'chasecapital.com',
    'chase.careers',
  ])
    expect(matcher.match(name), name).toBeUndefined()
})

test('companies with one site for all the world are imitated in countries that are no large market', () => {
  const matcher = matcherOf('paypal', 'hsbc', 'dhl', 'netflix', 'google', 'ikea')
  for (const name of ['paypal.pk', 'hsbc.ru', 'dhl.ng', 'netflix.co.ke', 'netflix.net'])
    expect(matcher.match(name), name).toBeDefined()
  for (const name of ['paypal.de', 'hsbc.co.uk', 'dhl.fr', 'netflix.ca', 'google.com.pk', 'ikea.lt'])
    expect(matcher.match(name), name).toBeUndefined()
})

test('a name with two brands is a match of each, the highest score first', () => {
  const matcher = matcherOf('paypal', 'netflix', 'сбербанк', 'apple')
  const keywordsOf = (name: string) => matcher.matchAll(name).map(({ keyword }) => keyword)
  expect(keywordsOf('paypal-netflix-login.com')).toEqual(['paypal', 'netflix'])
  expect(keywordsOf('paypal.netflix.com')).toEqual(['paypal'])
  expect(keywordsOf(`${asciiLabel('netflix-сбербанк')}.top`)).toEqual(['netflix', 'сбербанк'])
  expect(keywordsOf('example.org')).toEqual([])
  const scores = matcher.matchAll('applepaypal-netflix.top').map(({ score }) => score)
  expect(scores).toEqual(scores.toSorted((a, b) => b - a))
  expect(matcher.match('paypal-netflix-login.com')).toEqual(matcher.matchAll('paypal-netflix-login.com')[0])
})

test('of an address its host is read, and signs that are no letters are no look-alikes of one', () => {
  const matcher = matcherOf('paypal')
  expect(matcher.match('paypal_login.evil.com')?.family).toBe('subdomain')
  expect(matcher.match('https://paypal-x.com/path')).toEqual(matcher.match('paypal-x.com'))
  expect(matcher.match('hxxp://user@www.paypal-x[.]com:8443/?a#b')).toEqual(matcher.match('paypal-x.com'))
  expect(matcher.match('https://evil.com/paypal-login')).toBeUndefined()
  expect(matcher.match('https://paypal.com/evil.com')).toBeUndefined()
  expect(matcher.match('https://paypal.com@evil-pay.top/')).toBeUndefined()
})

test("an '&' of a brand is left out or written as the word; its own domain matches in neither form", () => {
  const matcher = createMatcher([{ keyword: 'Harrow & Pine', ownDomains: ['harrowandpine.com'] }])
  for (const name of ['harrowpine-sale.com', 'harrowandpine.shop', 'harrow-and-pine-outlet.com', 'harowandpine.com'])
    expect(matcher.matchAll(name), name).toMatchObject([{ keyword: 'Harrow & Pine' }])
  for (const name of ['harrowandpine.com', 'shop.harrowandpine.com']) expect(matcher.match(name), name).toBeUndefined()
})

test('a name on a host whose every name is a suffix of its own is what somebody chose', () => {
  const matcher = matcherOf('kivanta')
  expect(matcher.match('kivanta.eth.limo')).toMatchObject({ keyword: 'kivanta' })
  expect(matcher.match('wallet.kivanta.eth.limo')).toMatchObject({ keyword: 'kivanta' })
  expect(matcher.match('eth.limo')).toBeUndefined()
})

test("the name of a brand's own site is found where its keyword alone is a word; those of other sites are not", () => {
  const matcher = createMatcher([{ keyword: 'boAt', ownDomains: ['boat-lifestyle.com', 'amazon.in', 'boats.example'] }])
  for (const name of [
    'boatlifestyle.xyz',
    'boat-lifestyle-sale.shop',
    'buyboatlifestyle.in',
    'boat-lifestyles.com',
    'boat1ifestyle.com',
  ])
    expect(matcher.match(name), name).toMatchObject({ keyword: 'boAt' })
  expect(matcher.match('boatlifestyle.xyz')!.reason).toBe("'boat-lifestyle' with another ending, .xyz")
  for (const name of ['boat-lifestyle.com', 'boatrental-lifestyle.com', 'lifestyleboats.com', 'amazon-deals.in'])
    expect(matcher.match(name), name).toBeUndefined()
})
