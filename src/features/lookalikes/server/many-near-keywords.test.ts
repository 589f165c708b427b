import { expect, test } from 'vitest'
import { createMatcher } from './matcher.ts'

const letters = 'abcdefghijklmnopqrstuvwxyz'
/** 2,000 keywords that differ in two letters. */
const keywords = Array.from({ length: 2000 }, (_, at) => {
  const text = Array.from('abcdefghijkl')
  text[6 + (at % 3)] = letters[Math.floor(at / 3) % 26]!
  text[9 + (at % 3)] = letters[Math.floor(at / 78)]!
  return text.join('')
})
const brands = keywords.map((keyword) => ({ keyword, ownDomains: [] }))
const name = `${Array(3).fill('abcdefghijkl'.repeat(5)).join('.')}.com`

test('a name like 2,000 keywords takes no more than a second of a processor, and is judged alike each time', () => {
  const matcher = createMatcher(brands)
  // The words are read with the first name.
  matcher.match('example.com')
  let before = process.cpuUsage().user
  const found = matcher.match(name)
  expect((process.cpuUsage().user - before) / 1_000_000).toBeLessThan(1)
  expect(found).toMatchObject({ keyword: 'abcdefghijkl', family: 'subdomain' })
  expect(matcher.match(name)).toEqual(found)
  expect(matcher.match('abcdefghijkl-login.com')).toBeDefined()
  before = process.cpuUsage().user
  expect(matcher.matchAll(name)[0]).toEqual(found)
  expect((process.cpuUsage().user - before) / 1_000_000).toBeLessThan(1)
})

test('a name that is like too many keywords to judge them all is reported, not passed over', () => {
  const strict = createMatcher(brands, { threshold: 1 })
  expect(strict.match(name)).toMatchObject({
    reason: expect.stringMatching(/^Like too many keywords to judge them all/),
  })
  expect(strict.match('abcdefghijkl-login.com')).toBeUndefined()
})
