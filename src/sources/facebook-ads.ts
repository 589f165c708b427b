import {
  checkStatus,
  isObject,
  list,
  objectOf,
  oneLine,
  originOf,
  type Source,
  SourceBusy,
  SourceChanged,
  SourceRefused,
} from './source.ts'

const title = "Meta's Ad Library"
const fields = [
  'id',
  'page_id',
  'page_name',
  'ad_creative_bodies',
  'ad_creative_link_titles',
  'ad_delivery_start_time',
  'ad_delivery_stop_time',
].join(',')

/** Codes of the Graph API that mean 'too many calls'. */
const busyCodes = [4, 17, 32, 613]
/** Codes that mean that the key is wrong, expired or not allowed to do this. */
const keyCodes = [10, 102, 190, 200]

/** Ads of a term or of a page, through Meta's Ad Library API (Graph API, ads_archive). */
export const facebookAds: Source = {
  key: 'facebookAds',
  title,
  origin: 'https://graph.facebook.com',
  kind: 'key',
  missing: ({ metaToken }) => (metaToken ? undefined : 'META_AD_LIBRARY_TOKEN'),
  columns: ['term', 'advertiser', 'adId', 'startDate', 'active', 'text', 'link', 'imageUrl'],
  secondsBetween: 2,
  maxPages: 20,
  maxTerm: 100,
  isAddress: (term) => addressIn(term) !== undefined,
  probe: 'shoes',
  ask: (term, settings, next) => {
    const query = new URLSearchParams({
      ...searched(term),
      ad_type: 'ALL',
      ad_active_status: 'ALL',
      ad_reached_countries: JSON.stringify([settings.country]),
      fields,
      limit: '100',
      access_token: settings.metaToken ?? '',
      ...(next === undefined ? {} : { after: next }),
    })
    return {
      address: `${originOf(facebookAds, settings)}/v21.0/ads_archive?${query.toString()}`,
      accept: 'application/json',
    }
  },
  read: (answer, term) => {
    const found = parsedAnswer(answer)
    if (!Array.isArray(found['data'])) throw new SourceChanged(`${title} answered without a list of ads`)
    const paging = isObject(found['paging']) ? found['paging'] : {}
    const cursors = isObject(paging['cursors']) ? paging['cursors'] : {}
    return {
      records: found['data'].filter(isObject).map((ad) => recordOf(ad, term)),
      // Without 'next' this was the last page, although cursors are still named.
      next: paging['next'] ? oneLine(cursors['after']) || undefined : undefined,
    }
  },
}

/** The address that a term is, whether it names its protocol or not. */
function addressIn(term: string): URL | undefined {
  const isBare = /^((www|m|web)\.)?(facebook|fb)\.com\//i.test(term)
  const address = isBare ? `https://${term}` : term
  return /^https?:/i.test(address) && URL.canParse(address) ? new URL(address) : undefined
}

/** First parts of paths that lead to something else than a page, and those before the number of one. */
const elsewhere = /^(groups|events|watch|marketplace|photos?|photo\.php|share|reel|hashtag|login)$/i
const beforeNumber = /^(people|pages|p|profile\.php|story\.php|permalink\.php|ads)$/i

/** Search terms, or the page that an address names. */
function searched(term: string): Record<string, string> {
  const url = addressIn(term)
  if (!url) return { search_terms: term }
  if (!/(^|\.)(facebook|fb)\.com$/i.test(url.hostname))
    throw new SourceRefused('The address is not one of facebook.com')
  const isLibrary = url.pathname.startsWith('/ads/library')
  if (isLibrary && url.searchParams.has('id'))
    throw new SourceRefused('The address names one ad; enter the address of a page, or a search term')
  const [first = ''] = url.pathname.split('/').filter((part) => part !== '')
  if (elsewhere.test(first)) throw new SourceRefused('The address names no page')
  const inPath = /[/-](\d{8,})(?:\/|$)/.exec(url.pathname)?.[1] ?? ''
  const named = url.searchParams.get(isLibrary ? 'view_all_page_id' : 'id') ?? inPath
  if (/^\d+$/.test(named)) return { search_page_ids: JSON.stringify([named]) }
  const words = url.searchParams.get('q') ?? (isLibrary || beforeNumber.test(first) ? '' : first)
  if (words === '') throw new SourceRefused('The address names no page')
  return { search_terms: words.replace(/%[\da-f]{2}|[.\-_]+/gi, ' ').trim() }
}

function parsedAnswer(answer: Parameters<Source['read']>[0]): Record<string, unknown> {
  if (answer.status >= 500 && answer.text.trim().startsWith('{') === false) checkStatus(answer, title)
  const found = objectOf(answer, title)
  const error = found['error']
  if (isObject(error)) {
    const code = Number(error['code'])
    const why = `${title} refused: ${oneLine(error['message']) || `code ${code}`}`
    if (busyCodes.includes(code) || answer.status === 429 || error['is_transient'] === true) throw new SourceBusy(why)
    throw new SourceRefused(why, keyCodes.includes(code))
  }
  checkStatus(answer, title)
  if (answer.status !== 200) throw new SourceChanged(`${title} returned status ${answer.status}`)
  return found
}

function recordOf(ad: Record<string, unknown>, term: string) {
  const adId = oneLine(ad['id'])
  const stop = oneLine(ad['ad_delivery_stop_time'])
  return {
    term,
    advertiser: oneLine(ad['page_name']),
    adId,
    startDate: oneLine(ad['ad_delivery_start_time']).slice(0, 10),
    active: stop === '' || Date.parse(stop) > Date.now() ? 'Yes' : 'No',
    text: oneLine(list(ad['ad_creative_bodies'])[0] ?? list(ad['ad_creative_link_titles'])[0]),
    // The address of the snapshot would carry the access token.
    link: adId === '' ? '' : `https://www.facebook.com/ads/library/?id=${adId}`,
    // The interface gives no picture.
    imageUrl: '',
  }
}
