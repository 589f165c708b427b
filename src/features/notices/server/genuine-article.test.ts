import { expect, test } from 'vitest'
import { chooseArticle } from './genuine-article.ts'

const articles = ['Acme Rosewater Face Mist 120 ml', 'Acme Rosewater Toner 120 ml', 'Acme Lipstick Plum'].map(
  (label) => ({
    label,
  }),
)
const chosen = (title: string | null, reason: string | null = null, among = articles) =>
  chooseArticle(among, { brand: 'Demo', title, reason })?.label

test.each([
  ['ACME lipsticks, plum, 2 pieces', 'Acme Lipstick Plum'],
  ['Face mist with rosewater', 'Acme Rosewater Face Mist 120 ml'],
  // Words that several articles have, sizes, and half of a name decide nothing.
  ['Acme rosewater 120 ml', undefined],
  ['Acme face powder', undefined],
  ['Face mist and toner set', undefined],
  ['', undefined],
])('of several articles, for %j: %s', (title, label) => expect(chosen(title)).toBe(label))

test('the reason counts like the title', () => {
  expect(chosen(null, 'The toner has no seal')).toBe('Acme Rosewater Toner 120 ml')
})

test('the only article is shown where nothing contradicts it', () => {
  const only = [{ label: 'Acme Lipstick' }]
  expect([chosen(null, null, only), chosen('Acme lipstick', null, only)]).toEqual(['Acme Lipstick', 'Acme Lipstick'])
  expect([chosen('Acme perfume', null, only), chosen(null, null, [])]).toEqual([undefined, undefined])
})
