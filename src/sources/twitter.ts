import {
  checkStatus,
  isObject,
  list,
  objectOf,
  oneLine,
  originOf,
  type Source,
  SourceChanged,
  type SourceRecord,
  SourceRefused,
  wordsOf,
} from './source.ts'

const title = 'X'

/** Public posts of the last seven days and their accounts, through X's recent search (API v2). */
export const twitter: Source = {
  key: 'twitter',
  title,
  origin: 'https://api.x.com',
  kind: 'key',
  missing: ({ xToken }) => (xToken ? undefined : 'X_BEARER_TOKEN'),
  columns: ['term', 'type', 'name', 'link', 'followers', 'postDate', 'text'],
  secondsBetween: 2,
  maxPages: 5,
  maxTerm: 480,
  probe: 'news',
  ask: (term, settings, next) => {
    const words = wordsOf(term)
    if (words.length === 0) throw new SourceRefused('The term has no words')
    const query = new URLSearchParams({
      // Each word in quotes, so that none is an operator.
      query: words.map((word) => `"${word}"`).join(' '),
      max_results: '100',
      'tweet.fields': 'created_at,author_id',
      expansions: 'author_id',
      'user.fields': 'name,username,description,public_metrics',
      ...(next === undefined ? {} : { next_token: next }),
    })
    return {
      address: `${originOf(twitter, settings)}/2/tweets/search/recent?${query.toString()}`,
      accept: 'application/json',
      headers: { authorization: `Bearer ${settings.xToken ?? ''}` },
    }
  },
  read: (answer, term) => {
    checkStatus(answer, title)
    const found = objectOf(answer, title)
    if (answer.status !== 200) {
      const [first] = list(found['errors']).filter(isObject)
      const why = oneLine(first?.['message']) || oneLine(found['detail']) || oneLine(found['title'])
      throw new SourceRefused(`${title} refused: ${why || answer.status}`, [401, 402, 403].includes(answer.status))
    }
    const meta = found['meta']
    if (!isObject(meta) || typeof meta['result_count'] !== 'number')
      throw new SourceChanged(`${title} answered without a number of results`)
    const users = isObject(found['includes']) ? list(found['includes']['users']).filter(isObject) : []
    const posts = list(found['data']).filter(isObject)
    if (meta['result_count'] > 0 && posts.length === 0)
      throw new SourceChanged(`${title} counts ${meta['result_count']} posts but names none`)
    const byId = new Map(users.map((one) => [oneLine(one['id']), one]))
    return {
      records: [...posts.map((post) => postOf(post, byId, term)), ...users.map((user) => accountOf(user, term))],
      next: oneLine(meta['next_token']) || undefined,
    }
  },
}

type User = Record<string, unknown>

const followersOf = (user: User | undefined): string =>
  isObject(user?.['public_metrics']) ? oneLine(user['public_metrics']['followers_count']) : ''

function postOf(post: Record<string, unknown>, users: ReadonlyMap<string, User>, term: string): SourceRecord {
  const author = users.get(oneLine(post['author_id']))
  const username = oneLine(author?.['username'])
  return {
    term,
    type: 'post',
    name: oneLine(author?.['name']) || username,
    link: `https://x.com/${username === '' ? 'i/web' : encodeURIComponent(username)}/status/${oneLine(post['id'])}`,
    followers: followersOf(author),
    postDate: oneLine(post['created_at']),
    text: oneLine(post['text']),
  }
}

function accountOf(user: User, term: string): SourceRecord {
  return {
    term,
    type: 'account',
    name: oneLine(user['name']),
    link: `https://x.com/${encodeURIComponent(oneLine(user['username']))}`,
    followers: followersOf(user),
    postDate: '',
    text: oneLine(user['description']),
  }
}
