import {
  checkStatus,
  isObject,
  objectOf,
  oneLine,
  originOf,
  type Source,
  SourceChanged,
  type SourceRecord,
  SourceRefused,
} from './source.ts'

const title = 'Pinterest'
const boards = 'boards'

/**
 * Public pins through Pinterest's partner search (API v5), which Pinterest must have allowed for the key, and the boards
 * that the key's own account may search: the interface has no search of everybody's boards.
 */
export const pinterest: Source = {
  key: 'pinterest',
  title,
  origin: 'https://api.pinterest.com',
  kind: 'key',
  missing: ({ pinterestToken }) => (pinterestToken ? undefined : 'PINTEREST_TOKEN'),
  columns: ['term', 'type', 'title', 'link', 'owner', 'imageUrl'],
  secondsBetween: 2,
  maxPages: 10,
  maxTerm: 300,
  probe: 'shoes',
  ask: (term, settings, next) => {
    const isBoards = next === boards || next?.startsWith(`${boards}:`) === true
    const bookmark = next?.slice(next.indexOf(':') + 1)
    const query = new URLSearchParams({
      ...(isBoards ? { query: term, page_size: '50' } : { term, country_code: settings.country, limit: '50' }),
      ...(next !== undefined && next !== boards ? { bookmark: bookmark! } : {}),
    })
    return {
      address: `${originOf(pinterest, settings)}/v5/search/${isBoards ? 'boards' : 'partner/pins'}?${query.toString()}`,
      accept: 'application/json',
      headers: { authorization: `Bearer ${settings.pinterestToken ?? ''}` },
    }
  },
  read: (answer, term) => {
    checkStatus(answer, title)
    const found = objectOf(answer, title)
    if (answer.status !== 200) {
      const why = oneLine(found['message']) || String(answer.status)
      throw new SourceRefused(`${title} refused: ${why}`, [401, 403].includes(answer.status))
    }
    if (!Array.isArray(found['items'])) throw new SourceChanged(`${title} answered without a list of items`)
    const isBoards = new URL(answer.address).pathname.endsWith('/search/boards')
    const bookmark = oneLine(found['bookmark'])
    const more = isBoards ? (bookmark ? `${boards}:${bookmark}` : undefined) : bookmark ? `pins:${bookmark}` : boards
    return {
      records: found['items'].filter(isObject).map((item) => (isBoards ? boardOf(item, term) : pinOf(item, term))),
      next: more,
    }
  },
}

const usernameIn = (owner: unknown): string => (isObject(owner) ? oneLine(owner['username']) : '')

/** The address of the largest picture that is named. */
function pictureIn(media: unknown): string {
  if (!isObject(media)) return ''
  if (!isObject(media['images'])) return oneLine(media['image_cover_url'])
  const sizes = Object.values(media['images']).filter(isObject)
  const [largest] = sizes.sort((one, other) => Number(other['width'] ?? 0) - Number(one['width'] ?? 0))
  return oneLine(largest?.['url'])
}

function pinOf(pin: Record<string, unknown>, term: string): SourceRecord {
  const id = oneLine(pin['id'])
  return {
    term,
    type: 'pin',
    title: oneLine(pin['title']) || oneLine(pin['alt_text']) || oneLine(pin['description']),
    link: id === '' ? oneLine(pin['link']) : `https://www.pinterest.com/pin/${encodeURIComponent(id)}/`,
    owner: usernameIn(pin['board_owner']) || usernameIn(pin['owner']),
    imageUrl: pictureIn(pin['media']),
  }
}

function boardOf(board: Record<string, unknown>, term: string): SourceRecord {
  const owner = usernameIn(board['owner'])
  const name = oneLine(board['name'])
  const path = name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
  return {
    term,
    type: 'board',
    title: name,
    link: owner === '' ? '' : `https://www.pinterest.com/${encodeURIComponent(owner)}/${encodeURIComponent(path)}/`,
    owner,
    imageUrl: pictureIn(board['media']),
  }
}
