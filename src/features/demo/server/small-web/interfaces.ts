import { demoBrands } from '#features/demo/server/people.ts'
import { type DemoSite, json } from './respond.ts'
import { demoLookalikes, findProducts } from './sites.ts'

const DAY_MS = 86_400_000
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()
const textOf = (url: URL, name: string) => (url.searchParams.get(name) ?? '').replace(/["']/g, '')
/** The mark of a brand in a text that somebody searched for. */
const markIn = (text: string) => demoBrands.find(({ mark }) => text.toLowerCase().includes(mark.toLowerCase()))?.mark
const handles = ['official.store', 'outlet_india', 'giveaway2026', 'care.helpdesk', 'wholesale.deals']

/** A search engine's JSON (SearXNG): results for the marks of the demo brands, ten a page. */
export const searchEngine: DemoSite = ({ host, url }) => {
  if (host !== 'search.demo.test' || url.pathname !== '/search') return undefined
  const query = url.searchParams.get('q') ?? ''
  const site = /site:(\S+)/.exec(query)?.[1] ?? 'facebook.com'
  const mark = markIn(query)
  const page = Number(url.searchParams.get('pageno') ?? 1)
  const all = mark
    ? handles.flatMap((handle, n) => [
        {
          url: `https://www.${site}/${mark.toLowerCase()}.${handle}`,
          title: `${mark} ${handle.replace(/[._]/g, ' ')} | Facebook`,
          content: `${mark} ${handle}. ${(n + 2) * 1370} followers · offers every day, cash on delivery.`,
        },
        {
          url: `https://www.${site}/${mark.toLowerCase()}.${handle}/posts/${80_000 + n}`,
          title: `${mark} at 80% off`,
          content: 'Last pieces. Order by message, delivery in two days.',
          publishedDate: daysAgo(n * 3 + 1),
        },
      ])
    : []
  const results = all.slice((page - 1) * 10, page * 10).map((one) => ({ ...one, engine: 'demo', score: 1 }))
  return json({ query, number_of_results: all.length, results, unresponsive_engines: [] })
}

/** Meta's Ad Library (Graph API, ads_archive). */
export const adLibrary: DemoSite = ({ host, url }) => {
  if (host !== 'graph.facebook.demo.test' || !url.pathname.endsWith('/ads_archive')) return undefined
  if (!url.searchParams.get('access_token'))
    return json({ error: { message: 'An access token is required', type: 'OAuthException', code: 190 } }, 400)
  const mark = markIn(textOf(url, 'search_terms')) ?? (url.searchParams.has('search_page_ids') ? 'Aurevia' : undefined)
  const data = (mark ? handles : []).map((handle, n) => ({
    id: `${770_000_000_000 + n}`,
    page_id: `${10_000_000 + n}`,
    page_name: `${mark} ${handle}`,
    ad_creative_bodies: [`${mark} clearance: up to 80% off, only today.`],
    ad_creative_link_titles: [`Shop ${mark} now`],
    ad_delivery_start_time: daysAgo(n * 9 + 2).slice(0, 10),
    ...(n % 2 === 1 ? { ad_delivery_stop_time: daysAgo(n).slice(0, 10) } : {}),
  }))
  return json({ data, paging: { cursors: { after: 'end' } } })
}

/** X's recent search (API v2). */
export const recentSearch: DemoSite = ({ host, url }) => {
  if (host !== 'api.x.demo.test' || url.pathname !== '/2/tweets/search/recent') return undefined
  const mark = markIn(textOf(url, 'query'))
  const users = (mark ? handles : []).map((handle, n) => ({
    id: `${500 + n}`,
    name: `${mark} ${handle}`,
    username: `${mark!.toLowerCase()}_${handle.replace(/\W/g, '_')}`,
    description: 'Offers every day',
    public_metrics: { followers_count: 120 * (n + 1), following_count: 4, tweet_count: 31, listed_count: 0 },
  }))
  const data = users.map(({ id }, n) => ({
    id: `${1_990_000_000 + n}`,
    author_id: id,
    created_at: daysAgo(n + 1),
    text: `${mark} products at 70% off, write to us for the link`,
  }))
  return json({ ...(data.length > 0 ? { data, includes: { users } } : {}), meta: { result_count: data.length } })
}

/** Pinterest's searches of pins and of boards (API v5). */
export const pinSearch: DemoSite = ({ host, url }) => {
  if (host !== 'api.pinterest.demo.test') return undefined
  const mark = markIn(textOf(url, 'term') || textOf(url, 'query'))
  if (url.pathname.endsWith('/search/boards'))
    return json({
      items: mark
        ? [{ id: '71', name: `${mark} finds`, owner: { username: `${mark.toLowerCase()}.fan` }, pin_count: 12 }]
        : [],
      bookmark: null,
    })
  const items = (mark ? findProducts(mark) : []).map(({ title, sku }, n) => ({
    id: `${880_000 + n}`,
    title: `${title} for less`,
    link: `http://${demoLookalikes.find((one) => one.mark === mark && one.kind === 'shop')?.domain ?? 'bazaar.demo.test'}/`,
    board_owner: { username: `pins.${sku.toLowerCase()}` },
    media: {
      images: { '600x': { width: 600, url: `http://bazaar.demo.test/picture/${encodeURIComponent(title)}.svg` } },
    },
  }))
  return json({ items, bookmark: null })
}
