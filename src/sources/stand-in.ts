import type { SourceKey } from './source.ts'
import { escapeForAttribute } from '#vocabulary/escape-html.ts'

/** What a stand-in answers. */
export type StandInAnswer = { status: number; type: string; body: string }

/** The key that stand-ins accept. */
export const standInKey = 'demo-key'
/** A term for which every stand-in says 'no results'. */
export const termWithoutResults = 'nothing'

const json = (body: unknown, status = 200): StandInAnswer => ({
  status,
  type: 'application/json',
  body: JSON.stringify(body),
})
const html = (body: string, status = 200): StandInAnswer => ({ status, type: 'text/html; charset=utf-8', body })

/**
 * Answers as a source does, with invented results that depend on the term alone: for tests, and for the demo world, which
 * reaches nothing outside. The forms are those of the documented interfaces and of the pages' own data.
 */
export function standInAnswer(source: SourceKey, url: URL, authorisation: string | undefined): StandInAnswer {
  return answers[source](url, authorisation)
}

const answers: Readonly<Record<SourceKey, (url: URL, authorisation: string | undefined) => StandInAnswer>> = {
  facebookAds: metaAds,
  twitter: posts,
  pinterest: pins,
  facebook: searchResults,
  flipkart: flipkartPage,
  meesho: meeshoPage,
}

/** Two pages of results. */
const numbers = (page: number, size: number) =>
  page > 2 ? [] : Array.from({ length: size }, (_, n) => (page - 1) * size + n + 1)

const asked = (url: URL, name: string) => (url.searchParams.get(name) ?? '').replaceAll('"', '').trim()
const hasNothing = (term: string) => term === termWithoutResults
const isKey = (authorisation: string | undefined) => authorisation === `Bearer ${standInKey}`

function metaAds(url: URL): StandInAnswer {
  if (url.searchParams.get('access_token') !== standInKey)
    return json({ error: { message: 'Error validating access token', type: 'OAuthException', code: 190 } }, 400)
  const term = asked(url, 'search_terms') || `page ${asked(url, 'search_page_ids')}`
  const page = Number(url.searchParams.get('after') ?? 1)
  const ads = hasNothing(term) ? [] : numbers(page, 3)
  return json({
    data: ads.map((n) => ({
      id: `7000000000${n}`,
      page_id: `1000${n}`,
      page_name: `${term} outlet ${n}`,
      ad_creative_bodies: [`Original ${term}, 80% off today only`],
      ad_delivery_start_time: `2026-10-0${n}`,
      ...(n % 2 === 0 ? { ad_delivery_stop_time: '2026-10-20' } : {}),
    })),
    paging:
      ads.length > 0 && page < 2
        ? { cursors: { after: String(page + 1) }, next: 'https://graph.facebook.com/next' }
        : { cursors: { after: 'end' } },
  })
}

function posts(url: URL, authorisation: string | undefined): StandInAnswer {
  if (!isKey(authorisation)) return json({ title: 'Unauthorized', detail: 'Unauthorized', status: 401 }, 401)
  const term = asked(url, 'query')
  const page = Number(url.searchParams.get('next_token') ?? 1)
  if (hasNothing(term)) return json({ meta: { result_count: 0 } })
  const found = numbers(page, 2)
  return json({
    data: found.map((n) => ({
      id: `18000${n}`,
      author_id: `90${n}`,
      created_at: `2026-11-1${n}T08:00:00.000Z`,
      text: `Win a ${term} voucher, only here`,
    })),
    includes: {
      users: found.map((n) => ({
        id: `90${n}`,
        name: `${term} rewards ${n}`,
        username: `rewards_${n}`,
        description: `Official ${term} rewards`,
        public_metrics: { followers_count: 120 * n },
      })),
    },
    meta: { result_count: found.length, ...(page < 2 ? { next_token: String(page + 1) } : {}) },
  })
}

function pins(url: URL, authorisation: string | undefined): StandInAnswer {
  if (!isKey(authorisation)) return json({ code: 2, message: 'Authentication failed.' }, 401)
  const isBoards = url.pathname.endsWith('/boards')
  const term = asked(url, isBoards ? 'query' : 'term')
  if (hasNothing(term)) return json({ items: [], bookmark: null })
  if (isBoards)
    return json({ items: [{ id: '55', name: `${term} deals`, owner: { username: 'deal_hunter' } }], bookmark: null })
  const page = Number(url.searchParams.get('bookmark') ?? 1)
  return json({
    items: numbers(page, 2).map((n) => ({
      id: `3300${n}`,
      title: `${term} for half the price ${n}`,
      link: `https://shop-${n}.example/`,
      media: {
        media_type: 'image',
        images: {
          '150x150': { width: 150, url: `https://i.example/s/${n}.jpg` },
          '1200x': { width: 1200, url: `https://i.example/l/${n}.jpg` },
        },
      },
    })),
    bookmark: page < 2 ? String(page + 1) : null,
  })
}

function searchResults(url: URL): StandInAnswer {
  const term = asked(url, 'q').replace(/^site:facebook\.com\s*/, '')
  const page = Number(url.searchParams.get('pageno') ?? 1)
  const found = hasNothing(term) || page > 2 ? [] : [page]
  const slug = term.toLowerCase().replace(/\W+/g, '')
  return json({
    query: asked(url, 'q'),
    number_of_results: 0,
    results: found.flatMap((n) => [
      {
        url: `https://www.facebook.com/${slug}deals${n}`,
        title: `${term} Deals ${n} | Facebook`,
        content: `${term} Deals ${n}. 1,2${n}4 followers`,
        engine: 'one',
      },
      {
        url: `https://www.facebook.com/groups/${slug}${n}`,
        title: `${term} buyers`,
        content: 'Private group',
        engine: 'one',
      },
      {
        url: `https://www.facebook.com/${slug}deals${n}/posts/77${n}`,
        title: `New ${term}`,
        content: 'Call now',
        publishedDate: '2026-11-02T00:00:00',
        engine: 'two',
      },
      { url: 'https://news.example/about-facebook', title: 'Not on Facebook', content: '', engine: 'two' },
    ]),
    unresponsive_engines: [],
  })
}

function flipkartPage(url: URL): StandInAnswer {
  if (url.pathname !== '/search') return flipkartProduct(url)
  const term = asked(url, 'q')
  const page = Number(url.searchParams.get('page') ?? 1)
  const found = hasNothing(term) ? [] : numbers(page, 4)
  if (found.length === 0) return html(`<html><title>Flipkart</title><div>Sorry, no results found!</div></html>`)
  const cards = found.map((n) => {
    const link = `/item-${n}/p/itm${n}abc?pid=PID${n}&amp;lid=LSTPID${n}&amp;marketplace=FLIPKART`
    return `<div><a href="${link}" target="_blank"><img alt="${escapeForAttribute(term)} model ${n}" src="https://i.example/${n}.jpg"></a>
      <a class="x" href="${link}" title="${escapeForAttribute(term)} model ${n}">${escapeForAttribute(term)} model ${n}</a>
      <span>4.${n % 10}</span>★ <a href="${link}"><div>₹${n},299</div><div>₹${n},999</div><div>30% off</div></a></div>`
  })
  return html(`<html><title>${escapeForAttribute(term)}</title><body>${cards.join('\n')}</body></html>`)
}

function flipkartProduct(url: URL): StandInAnswer {
  const pid = url.searchParams.get('pid') ?? 'PID9'
  const state = {
    pageDataV4: {
      page: {
        pageData: {
          pageContext: {
            productId: pid,
            listingId: `LST${pid}`,
            titles: { title: 'Model nine' },
            pricing: { finalPrice: { value: 899 }, mrp: { value: 1999 } },
          },
        },
        data: [{ widget: { sellerName: 'Genuine Retail' } }],
      },
    },
  }
  return html(`<html><title>Model nine</title><script>window.__INITIAL_STATE__ = ${JSON.stringify(state)};</script>
    <h1><span>Model nine</span></h1><div>₹899</div></html>`)
}

function meeshoPage(url: URL): StandInAnswer {
  const term = asked(url, 'q')
  const page = Number(url.searchParams.get('page') ?? 1)
  const found = hasNothing(term) ? [] : numbers(page, 3)
  const catalogs = found.map((n) => ({
    product_id: 40_000_000 + n,
    id: 70 + n,
    name: `${term} set ${n}`,
    slug: `set-${n}`,
    image: `https://i.example/m/${n}.jpg`,
    min_product_price: 199 + n,
    mrp_details: { mrp: 999 },
    supplier_name: `Supplier ${n}`,
    catalog_reviews_summary: { average_rating: 3.9 },
  }))
  const data = { props: { pageProps: { initialState: { searchListing: { listing: { catalogs } } } } } }
  return html(
    `<html><title>Meesho</title><script id="__NEXT_DATA__" type="application/json">${JSON.stringify(data)}</script></html>`,
  )
}
