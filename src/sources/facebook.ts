import {
  isObject,
  list,
  objectOf,
  oneLine,
  type Source,
  SourceBusy,
  SourceChanged,
  type SourceRecord,
  SourceRefused,
  wordsOf,
} from './source.ts'

const title = 'The search engine'

/** Public pages, groups and posts of Facebook as a search engine knows them: a SearXNG server's JSON (SEARCH_URL). */
export const facebook: Source = {
  key: 'facebook',
  title,
  origin: '',
  kind: 'search',
  missing: ({ searchUrl }) => (searchUrl ? undefined : 'SEARCH_URL'),
  columns: ['term', 'type', 'name', 'link', 'followers', 'postDate', 'text', 'imageUrl'],
  secondsBetween: 3,
  maxPages: 5,
  maxTerm: 300,
  probe: 'news',
  ask: (term, { searchUrl }, next = '1') => {
    const words = wordsOf(term)
    if (words.length === 0) throw new SourceRefused('The term has no words')
    const query = new URLSearchParams({ q: `site:facebook.com ${words.join(' ')}`, format: 'json', pageno: next })
    return {
      address: `${(searchUrl ?? '').replace(/\/+$/, '')}/search?${query.toString()}`,
      accept: 'application/json',
    }
  },
  read: (answer, term) => {
    if (answer.status === 403)
      throw new SourceRefused(`${title} does not give JSON (403): allow the format there`, true)
    if (answer.status === 429 || answer.status >= 500) throw new SourceBusy(`${title} returned status ${answer.status}`)
    const found = objectOf(answer, title)
    if (answer.status !== 200 || !Array.isArray(found['results']))
      throw new SourceChanged(`${title} answered without a list of results (${answer.status})`)
    const results = found['results'].filter(isObject)
    const silent = list(found['unresponsive_engines']).map((one) => list(one).map(oneLine).join(': '))
    if (results.length === 0 && silent.length > 0)
      throw new SourceBusy(`${title} got no answer itself (${silent.slice(0, 5).join(', ')})`)
    const records = results.map((one) => recordOf(one, term)).filter((one) => one !== undefined)
    const page = Number(new URL(answer.address).searchParams.get('pageno') ?? 1)
    return { records, next: results.length > 0 ? String(page + 1) : undefined }
  },
}

function recordOf(found: Record<string, unknown>, term: string): SourceRecord | undefined {
  const link = oneLine(found['url'])
  const url = URL.canParse(link) ? new URL(link) : undefined
  // Search engines also name pages that only mention it.
  if (!url || !/(^|\.)(facebook\.com|fb\.com|fb\.me)$/i.test(url.hostname)) return undefined
  const text = oneLine(found['content'])
  return {
    term,
    type: typeOf(url),
    name: oneLine(found['title']).replace(/\s*[|–-]\s*Facebook$/i, ''),
    link,
    followers: /(?<![\d.,])([\d.,]+\s?[KM]?)\s+(?:followers|likes)/i.exec(text)?.[1] ?? '',
    postDate: oneLine(found['publishedDate']),
    text,
    imageUrl: oneLine(found['thumbnail']) || oneLine(found['img_src']),
  }
}

const typeOf = ({ pathname, searchParams }: URL): string => {
  if (/\/(posts|videos|photos?|reel|permalink|watch|story\.php|permalink\.php)\b/.test(pathname)) return 'post'
  if (searchParams.has('story_fbid') || searchParams.has('fbid')) return 'post'
  if (pathname.startsWith('/groups/')) return 'group'
  if (/^\/(marketplace|events|ads|help|login|policies)\b/.test(pathname)) return 'other'
  return 'page'
}
