import { describe, expect, test } from 'vitest'
import { nearMarkupBits } from '#kit/near-markup.ts'
import { hashMarkup } from './markup-hash.ts'
import { hashDistance } from './pdq-index.ts'
import { kitPage, ownPage } from './testing-markup.ts'

/** Bits that differ between the structures of two pages. */
const distance = (one: string, other: string) => hashDistance(hashMarkup(one)!, hashMarkup(other)!)

describe('the structure of a page', () => {
  test('is the same under other names, with other texts, ids, nonces, counters and numbers of products', () => {
    const first = kitPage('Aurevia', 0)
    for (let seed = 1; seed < 40; seed++) {
      const found = distance(first, kitPage(`Brand ${seed}`, seed))
      expect([seed, found <= 16]).toEqual([seed, true])
    }
  })

  test('is near when a part was added or taken out', () => {
    const banner =
      '<aside class="cookie-note"><p>We use cookies</p><button class="cookie-note__yes">Yes</button></aside>'
    const page = kitPage('Aurevia', 1)
    expect(distance(page, page.replace('<main', `${banner}<main`))).toBeLessThanOrEqual(nearMarkupBits)
    expect(distance(page, page.replace(/<form class="newsletter.*?<\/form>/s, ''))).toBeLessThanOrEqual(nearMarkupBits)
  })

  test('is far from that of pages that somebody else made', () => {
    const pages = [kitPage('Aurevia', 0), ...Array.from({ length: 20 }, (_, seed) => ownPage(seed))]
    const found = pages.flatMap((one, at) => pages.slice(at + 1).map((other) => distance(one, other)))
    expect(Math.min(...found)).toBeGreaterThan(2 * nearMarkupBits)
  })

  test('is none for pages with hardly anything, or without a name that somebody gave', () => {
    const sign = '<form><label>E-mail <input name="email" type="email"></label><button>Sign in</button></form>'
    const bare = `<h1>Title</h1><ul>${'<li><a href="/">x</a></li>'.repeat(200)}</ul><table><tr><td>1</td></tr></table>`
    for (const page of ['', 'no markup', '<html', `<title>Sign in</title>${sign}`, bare])
      expect(hashMarkup(page)).toBeUndefined()
  })
})

test('hostile pages take bounded time: ten megabytes, endless depth, one tag, a million names', () => {
  const names = Array.from({ length: 150_000 }, (_, n) => `c${n.toString(36).replaceAll(/\d/g, 'e')}`).join(' ')
  const pages: Record<string, string> = {
    large: kitPage('Aurevia', 3).repeat(3000).slice(0, 10_000_000),
    deep: '<div class="alpha beta">'.repeat(100_000),
    'one tag': `<div class="${'name '.repeat(2_000_000)}">`,
    'never closed': `<p ${'a'.repeat(10_000_000)}`,
    'many attributes': `<p ${'a=b '.repeat(500_000)}>`,
    'many names': `<div class="${names}">`.repeat(8),
    'other names each': names
      .split(' ')
      .map((name) => `<i class=${name}><q id=${name}>`)
      .join(''),
    'unclosed comments': '<!--'.repeat(1_000_000),
    nulls: '\u0000<'.repeat(2_000_000),
  }
  for (const [name, page] of Object.entries(pages)) expect(() => hashMarkup(page), name).toTakeLessThan(2000)
})
