import { readCell } from '#columns/column.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { truncate } from '#vocabulary/truncate.ts'
import { getHostname, getPublicSuffix } from 'tldts'
import type { PageFields } from './page-fields.ts'

/**
 * The import columns of a platform that a page fills. `extra` has what only the caller knows (status, reason, brand,
 * comparative price …) and wins over the page. A value that the column would reject is left out, so that the row can
 * be uploaded as it is.
 */
export function importRowOf(
  platform: FindingPlatformDefinition,
  fields: PageFields,
  extra: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const values = valuesOf(fields)
  const row: Record<string, string> = {}
  for (const name of [...platform.imported, ...platform.importedIfNamed]) {
    const column = platform.columns[name]!
    const given = extra[name]
    const value = given ?? fitting(values[name], column)
    if (value === undefined || value === '') continue
    if (given !== undefined || 'value' in readCell(column, value)) row[name] = value
  }
  return row
}

/** Long texts are cut to what the column takes. */
function fitting(value: string | undefined, { kind, max }: { kind: string; max: number }): string | undefined {
  if (value === undefined) return undefined
  if (kind === 'text' || kind === 'choice') return truncate(value, max)
  if ((kind === 'money' || kind === 'score') && /^\d+\.\d{3,}$/.test(value)) {
    const rounded = Number(value).toFixed(2)
    // An amount below a hundredth is not nothing.
    return Number(rounded) === 0 && Number(value) > 0 ? undefined : rounded
  }
  return value
}

/** What the page says, by the column names of all platforms; equal names mean the same. */
function valuesOf(fields: PageFields): Record<string, string | undefined> {
  const { profile = {}, app = {}, price, mrp } = fields
  const host = fields.url === undefined ? undefined : (getHostname(fields.url) ?? undefined)
  return {
    image: fields.images?.find((one) => /^https?:/i.test(one)),
    url: fields.url,
    link: fields.url,
    site: fields.site,
    platform: fields.site,
    appStore: fields.site,
    title: fields.title,
    heading: fields.title,
    appName: fields.title,
    domain: host,
    tld: host === undefined ? undefined : (getPublicSuffix(host) ?? undefined),
    price: price?.amount,
    mrp: mrp?.amount,
    discountPercentage: discountOf(price?.amount, mrp?.amount),
    username: fields.seller,
    storeId: fields.sellerId,
    sellerRating: fields.sellerRating,
    Rating: fields.rating,
    ratings: fields.rating,
    numberOfRatings: fields.numberOfRatings,
    numberOfReviews: fields.numberOfReviews,
    reviews: fields.numberOfReviews ?? fields.numberOfRatings,
    pid: fields.pid,
    lid: fields.lid,
    sku: fields.sku,
    flipkartAssured: fields.assured,
    advertiser: profile.owner,
    PostDate: profile.posted,
    LikesCount: profile.likes,
    CommentsCount: profile.comments,
    SharedCount: profile.shares,
    PostDuration_yt: profile.duration,
    'Follower/SubscriberCount': profile.followers,
    FollowingCount: profile.following,
    'Creation/JoiningDate': profile.joined,
    'PostCount/YouTube_VideoCount': profile.posts,
    ViewCount: profile.views,
    Telegram_LinkCount: profile.links,
    videoUrl: profile.video,
    developerName: app.developer,
    latestPublishDate: app.updated,
    numberOfDownload: app.downloads,
    version: app.version,
    storeVersion: app.storeVersion,
    website: app.website,
    address: app.address,
    numberOfApps: app.numberOfApps,
  }
}

function discountOf(price: string | undefined, mrp: string | undefined): string | undefined {
  if (price === undefined || mrp === undefined || Number(mrp) <= Number(price)) return undefined
  return String(Math.round((1 - Number(price) / Number(mrp)) * 100))
}
