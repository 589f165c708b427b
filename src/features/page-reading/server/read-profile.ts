import type { Document } from 'domhandler'
import { readCountText } from '#columns/counts.ts'
import { attributeOf, elementsOf } from '#columns/html-tree.ts'
import type { Item, ItemValue } from '#columns/items.ts'
import type { StructuredData } from '#columns/structured-data.ts'
import { textOfProperty } from './from-items.ts'
import type { ProfileFields } from './page-fields.ts'
import { dayOf } from './read-day.ts'

type CountField = 'followers' | 'following' | 'likes' | 'comments' | 'shares' | 'posts' | 'views' | 'links'

/** Words beside a count, in the languages profiles are shown in. */
const words: Readonly<Record<CountField, string>> = {
  followers:
    'followers?|subscribers?|members?|fans|abonnenten|abonnés|abonné\\(e\\)s|seguidores|suscriptores|inscritos|follower|iscritti|obserwujących|подписчик(?:а|ов)?|участник(?:а|ов)?|पालोवर|متابع|フォロワー|粉丝|粉絲|位訂閱者',
  following: 'following|gefolgt|suivi\\(?e?\\)?s|seguidos|seguiti|obserwowani|подписок|подписки',
  likes:
    'likes?|people like this|gefällt mir|mentions j’aime|me gusta|curtidas|mi piace|отмет(?:ка|ки|ок) «нравится»|нравится',
  comments: 'comments?|kommentare|commentaires|comentarios|комментари(?:й|я|ев)',
  shares: 'shares?|retweets?|reposts?|compartidos',
  posts: 'posts?|videos?|tweets?|photos|pins|beiträge|publications|publicaciones|publicações|публикаци(?:я|и|й)',
  views: 'views?|aufrufe|vues|visualizaciones|visualizações|visualizzazioni|просмотр(?:а|ов)?',
  links: 'links?|ссыл(?:ка|ки|ок)',
}
const number =
  "(\\d[\\d.,'’ \\u00a0\\u202f]{0,14}(?:[ \\u00a0]?(?:k|m|b|mio\\.?|mil|mln|тыс\\.?|млн|lakh|crore|万|萬|億))?)"
const patterns = Object.entries(words).map(
  ([field, list]) =>
    [field as CountField, new RegExp(`${number}[ \\u00a0]?\\+?[ \\u00a0]?(?:${list})(?![\\p{L}])`, 'iu')] as const,
)

/**
 * The counts a sentence names: '1,234 Followers, 56 Following, 78 Posts'. Reads at most 1,000 characters, and not what
 * it quotes: the words of a post ('12 likes - acme on May 3: "5M followers!"').
 */
export function countsIn(sentence: string): Partial<Record<CountField, string>> {
  const text = sentence.slice(0, 1000).split(/: ?["“„«「]/, 1)[0]!
  const found: Partial<Record<CountField, string>> = {}
  for (const [field, pattern] of patterns) {
    const count = pattern.exec(text)?.[1]
    const value = count === undefined ? undefined : readCountText(count)
    if (value !== undefined) found[field] = value
  }
  return found
}

const actions: readonly (readonly [RegExp, keyof ProfileFields])[] = [
  [/FollowAction|SubscribeAction|^Follows$/i, 'followers'],
  [/^Friends$|BefriendAction/i, 'following'],
  [/LikeAction|^Likes$/i, 'likes'],
  [/CommentAction/i, 'comments'],
  [/ShareAction/i, 'shares'],
  [/WriteAction|^Tweets$|^Posts$/i, 'posts'],
  [/WatchAction|ViewAction|ReadAction/i, 'views'],
]

/** What structured data and meta elements say of a profile, a channel or a post. */
export function readProfile(document: Document, { jsonLd, microdata, meta }: StructuredData): ProfileFields {
  const sentences = [meta['description']?.[0], meta['og:description']?.[0]].filter((one) => one !== undefined)
  // Of both the one for networks counts, where it has a count.
  const named: ReturnType<typeof countsIn> = Object.assign({}, ...sentences.map(countsIn))
  const items = [...jsonLd, ...microdata].flatMap((item) => [item, ...innerItems(item)])
  const subject = items.find((one) =>
    one.types.some((type) => /^(person|organization|profilepage|videoobject|socialmediaposting|brand)$/i.test(type)),
  )
  const stated = items.reduce<ProfileFields>((sum, one) => ({ ...statistics(one), ...sum }), {})
  const fields: { [Name in keyof ProfileFields]: ProfileFields[Name] | undefined } = {
    ...named,
    ...stated,
    owner: ownerOf(items, meta),
    joined: dayOf(firstText(items, 'dateCreated', 'memberSince', 'foundingDate')),
    posted: dayOf(
      firstText(items, 'datePublished', 'uploadDate') ??
        meta['article:published_time']?.[0] ??
        meta['og:video:release_date']?.[0],
    ),
    duration: subject && textOfProperty(subject, 'duration'),
    video: meta['og:video:secure_url']?.[0] ?? meta['og:video:url']?.[0] ?? meta['og:video']?.[0],
    views: stated.views ?? count(firstText(items, 'interactionCount')) ?? named.views,
    ...fromState(document),
  }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''))
}

const count = (text: string | undefined) => (text === undefined ? undefined : readCountText(text))

function innerItems(item: Item): Item[] {
  return ['mainEntity', 'author', 'creator', 'video']
    .flatMap((name) => item.properties[name] ?? [])
    .filter((one: ItemValue): one is Item => typeof one !== 'string')
}

function statistics(item: Item): ProfileFields {
  const found: ProfileFields = {}
  const list = [
    ...(item.properties['interactionStatistic'] ?? []),
    ...(item.properties['agentInteractionStatistic'] ?? []),
  ]
  for (const one of list) {
    if (typeof one === 'string') continue
    const names = ['name', 'interactionType'].map((name) => kindOf(one, name))
    const field = actions.find(([pattern]) => names.some((name) => pattern.test(name)))?.[1]
    const value = count(textOfProperty(one, 'userInteractionCount'))
    if (field !== undefined && value !== undefined) found[field] ??= value
  }
  return found
}

const kindOf = (item: Item, name: string): string => {
  const value = item.properties[name]?.[0]
  return value === undefined ? '' : typeof value === 'string' ? value : value.types.join(' ')
}

const firstText = (items: readonly Item[], ...names: string[]) =>
  items.map((item) => textOfProperty(item, ...names)).find((one) => one !== undefined)

function ownerOf(items: readonly Item[], meta: StructuredData['meta']): string | undefined {
  const author = firstText(items, 'author', 'creator') ?? meta['author']?.[0]
  if (author !== undefined) return author
  const person = items.find((one) => one.types.some((type) => /^(person|organization)$/i.test(type)))
  return person && textOfProperty(person, 'name')
}

/** Counts that scripts carry for the page to draw, as YouTube and TikTok do. */
const stated: readonly (readonly [keyof ProfileFields, RegExp])[] = [
  [
    'followers',
    /"subscriberCountText":\{(?:"accessibility":\{[^{}]{0,20}\{[^{}]{0,80}\}\},?)?"simpleText":"([^"]{1,40})"/,
  ],
  ['followers', /"(?:followerCount|edge_followed_by":\{"count|subscriberCountText)":"?(\d[^",}]{0,30})/],
  ['following', /"(?:followingCount|edge_follow":\{"count)":"?(\d{1,12})/],
  ['likes', /"(?:heartCount|diggCount)":"?(\d{1,15})/],
  ['posts', /"(?:videoCount|videosCountText|mediaCount)":"?(\d{1,12})/],
  ['views', /"viewCountText":\{"simpleText":"([^"]{1,40})"/],
]
const joinedPattern =
  /"joinedDateText":[^<>]{0,200}?"(?:text|simpleText|content)":"(?:Joined )?([A-Z][a-z]{2,8} \d[^"]{5,20}|\d{1,2} [A-Z][^"]{5,20})"/
const maxState = 3_000_000

function fromState(document: Document): ProfileFields {
  const found: ProfileFields = {}
  for (const element of elementsOf(document)) {
    if (element.name !== 'script' || attributeOf(element, 'src') !== '') continue
    const [first] = element.children
    const text = first !== undefined && 'data' in first ? String(first.data).slice(0, maxState) : ''
    if (!/CountText|followerCount|edge_follow|heartCount/.test(text)) continue
    for (const [field, pattern] of stated) {
      const value = count(pattern.exec(text)?.[1])
      if (value !== undefined) found[field] ??= value
    }
    const joined = dayOf(joinedPattern.exec(text)?.[1])
    if (joined !== undefined) found.joined ??= joined
  }
  return found
}
