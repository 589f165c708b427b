import { expect, test } from 'vitest'
import { facebookAds } from './facebook-ads.ts'

const settings = { country: 'IN', origins: {}, metaToken: 'key' }
const asked = (term: string) => {
  const { searchParams } = new URL(facebookAds.ask(term, settings).address)
  return { pages: searchParams.get('search_page_ids'), terms: searchParams.get('search_terms') }
}

test('S-072 an address without a protocol is an address, too', () => {
  const pages = '["12345678"]'
  for (const host of ['www.facebook.com', 'facebook.com', 'https://m.facebook.com'])
    expect(asked(`${host}/ads/library/?view_all_page_id=12345678`)).toEqual({ pages, terms: null })
  expect(asked('www.facebook.com/acme.shoes')).toEqual({ pages: null, terms: 'acme shoes' })
  expect(asked('acme: shoes')).toEqual({ pages: null, terms: 'acme: shoes' })
  expect(() => asked('https://facebook.com.evil.test/acme')).toThrow('not one of facebook.com')
})

test('digits at the end of a name are no number of a page', () => {
  expect(asked('https://www.facebook.com/acme20241231')).toEqual({ pages: null, terms: 'acme20241231' })
  for (const path of [
    'people/Acme/100012345678',
    'pages/Acme-100012345678',
    '100012345678/',
    'profile.php?id=100012345678',
    'story.php?story_fbid=5&id=100012345678',
  ])
    expect(asked(`https://www.facebook.com/${path}`)).toEqual({ pages: '["100012345678"]', terms: null })
})

test('an address of a group, an event or the like names no page: its words are not searched for', () => {
  for (const path of [
    'groups/acme',
    'groups/123456789012',
    'events/123456789012',
    'pages/',
    'watch/?v=1',
    'marketplace/item/1',
    'story.php?story_fbid=1',
    'login/',
  ])
    expect(() => asked(`https://www.facebook.com/${path}`), path).toThrow('The address names no page')
  expect(asked('https://www.facebook.com/watchshop')).toEqual({ pages: null, terms: 'watchshop' })
})
