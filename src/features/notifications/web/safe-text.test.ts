import { describe, expect, test } from 'vitest'
import { searchedDomainsModel, withheldModel } from '#features/notifications/rules.ts'
import { dashboardOf, searchFor } from './dashboard-of.ts'
import { type Piece, safePieces } from './safe-text.ts'

const text = (pieces: readonly Piece[]): string =>
  pieces.map((piece) => (typeof piece === 'string' ? piece : text(piece.inside))).join('')

describe('the text of a notification', () => {
  test('C-149 b, i and br remain, without attributes', () => {
    expect(safePieces('<b onclick="x()">12 new</b><br/>for <i>Demo</i>')).toEqual([
      { tag: 'b', inside: ['12 new'] },
      { tag: 'br', inside: [] },
      'for ',
      { tag: 'i', inside: ['Demo'] },
    ])
  })

  test.each([
    ['<script>alert(1)</script>seen', 'seen'],
    ['<SCRIPT src=x>alert(1)', ''],
    ['<img src=x onerror=alert(1)>seen', 'seen'],
    ['<a href="javascript:alert(1)">seen</a>', 'seen'],
    ['<svg><style>p{}</style>seen</svg>', 'seen'],
    ['<b>open <i>ends', 'open ends'],
    ['a < b &amp; c &lt;script&gt;', 'a < b & c <script>'],
    ['<!-- <b> -->seen', 'seen'],
    ['<scr<script></script>ipt>alert(1)</script>', 'alert(1)'],
  ])('C-149 of %s only text remains', (html, words) => {
    const pieces = safePieces(html)
    expect(text(pieces)).toBe(words)
    const tags = pieces.filter((piece) => typeof piece !== 'string').map(({ tag }) => tag)
    expect(tags.every((tag) => ['b', 'i', 'br'].includes(tag))).toBe(true)
  })
})

test('C-073 each model links to its dashboard', () => {
  expect(['Domain', 'AppStore', 'SocialMedia', 'Website', 'Ecommerce'].map((model) => dashboardOf(model)?.to)).toEqual([
    '/domain-dashboard',
    '/app-store-dashboard',
    '/social-media-dashboard',
    '/website-dashboard',
    '/ecommerce-dashboard',
  ])
  expect(dashboardOf('Unknown')).toBeUndefined()
  const records = { company: 'c', brand: 'b', platform: 'domain' }
  expect(searchFor({ id: 'n', model: 'Domain', records })).toEqual({ notification: 'n' })
  expect(searchFor({ id: 'n', model: withheldModel, records })).toEqual({ ...records, saved: 'n' })
  expect(searchFor({ id: 'n', model: withheldModel, records: null })).toEqual({ notification: 'n' })
})

test('S-308 a searched domain that has changed is shown where it is now: decided, or to be decided', () => {
  const records = { company: 'c', brand: 'b', platform: 'domain' }
  const about = { id: 'n', model: searchedDomainsModel, records }
  const scope = { company: 'c', brand: 'b', search: 'acme-pay.test' }
  const searched = { domain: 'acme-pay.test', isDecided: true }
  expect(searchFor({ ...about, searched })).toEqual({ ...scope, decided: 'true' })
  expect(searchFor({ ...about, searched: { ...searched, isDecided: false } })).toEqual(scope)
  expect(searchFor({ ...about, searched: null })).toEqual({ notification: 'n' })
})
