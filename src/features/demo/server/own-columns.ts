import type { Value } from '#columns/kinds.ts'
import { type Day, daysAfter } from '#vocabulary/dates.ts'
import type { FindingPlatform } from '#vocabulary/platform-names.ts'
import type { DemoBrand } from './people.ts'
import { type Chance, chanceFor } from './seeded.ts'
import * as blocks from './building-blocks.ts'

/** The values of a platform's own columns for one finding, by the names of the platform's definition. */
export type OwnValues = Record<string, Value>

export type OwnColumnsParams = {
  brand: DemoBrand
  chance: Chance
  day: Day
  /** Increases by one with every finding, which makes addresses distinct. */
  serial: number
}

/** Generates the own columns of each platform; `shape` names the kind of picture that fits. */
export const ownColumns: Record<FindingPlatform, (params: OwnColumnsParams) => { own: OwnValues; shape: string }> = {
  domain: domainColumns,
  website: websiteColumns,
  'social-media': socialColumns,
  'e-commerce': listingColumns,
  'app-store': appColumns,
}

function domainColumns({ brand, chance, day, serial }: OwnColumnsParams) {
  const tld = chance.weighted(blocks.tlds)
  const domain = `${hostName(brand, chance)}${serial % 3 === 0 ? '' : '-'}${serial.toString(36)}.${tld}`
  const registered = daysAfter(day, -chance.whole(3, 900))
  const [city, state] = chance.one(blocks.cities)
  const hidden = chance.happens(0.45)
  const own: OwnValues = {
    domain,
    tld,
    url: `https://${domain}/`,
    advertiser: chance.happens(0.2) ? chance.one(blocks.advertisers) : null,
    registrar: chance.one(blocks.registrars),
    ipAddress: ipAddress(chance),
    hosting: chance.one(blocks.hosts),
    lastMofifiedDate: daysAfter(registered, chance.whole(0, 3)),
    expiryDate: daysAfter(registered, 365 * chance.whole(1, 3)),
    registrationDate: registered,
    note: chance.happens(0.15) ? 'Mail server is set up; watch for phishing.' : null,
    name: hidden ? 'Redacted for privacy' : chance.one(blocks.registrants),
    org: hidden ? null : `${chance.one(blocks.sellerStarts)} ${chance.one(blocks.sellerEnds)}`,
    address: hidden ? null : `${chance.whole(1, 320)} ${chance.one(blocks.streets)}, ${city}`,
    state: hidden ? null : state,
    country: 'India',
    emailAddress: `abuse@${chance
      .one(blocks.registrars)
      .toLowerCase()
      .replace(/[^a-z]+/g, '-')
      .replace(/-$/, '')}.example`,
    contactNumber: hidden ? null : phone(chance),
  }
  return { own, shape: 'window' }
}

function websiteColumns({ brand, chance, serial }: OwnColumnsParams) {
  const onAddress = chance.happens(0.08)
  const ip = ipAddress(chance)
  const domain = onAddress ? ip : `${hostName(brand, chance)}.${chance.weighted(blocks.tlds)}`
  const own: OwnValues = {
    url: `https://${domain}/${chance.one(blocks.pagePaths)}/${slug(productOf(brand, chance)[0])}-${serial.toString(36)}`,
    domain,
    advertiser: chance.happens(0.35) ? chance.one(blocks.advertisers) : null,
    ipAddress: ip,
    registrar: onAddress ? null : chance.one(blocks.registrars),
    hosting: chance.one(blocks.hosts),
  }
  return { own, shape: 'window' }
}

function socialColumns({ brand, chance, day, serial }: OwnColumnsParams) {
  const [network, networkHost] = chance.weighted(blocks.socialNetworks.map((one) => [one, one[2]] as const))
  // Facebook Scan looks for findings there; the small web has these profiles, without TLS.
  const isOnFacebook = serial % 150 === 0
  const [platform, origin] = isOnFacebook
    ? ['Facebook', 'http://www.facebook.com']
    : [network, `https://www.${networkHost}`]
  const isVideo = platform === 'Vidstream'
  const followers = Math.floor(20 * 10 ** (chance.next() * 4))
  const handle = `${slug(brand.mark)}.${slug(chance.one(blocks.sellerStarts))}.${serial.toString(36)}`
  const own: OwnValues = {
    platform,
    heading: titleOf(chance.one(blocks.socialFrames), brand, chance),
    link: `${origin}/${isVideo ? 'watch/' : ''}${handle}`,
    advertiser: chance.happens(0.1) ? chance.one(blocks.advertisers) : null,
    PostDate: daysAfter(day, -chance.whole(0, 60)),
    LikesCount: Math.floor(followers * chance.next()),
    CommentsCount: Math.floor(followers * chance.next() * 0.1),
    SharedCount: Math.floor(followers * chance.next() * 0.05),
    PostDuration_yt: isVideo ? `00:${two(chance.whole(0, 19))}:${two(chance.whole(0, 59))}` : null,
    'Follower/SubscriberCount': followers,
    FollowingCount: chance.whole(0, 800),
    LastPostDate: daysAfter(day, -chance.whole(0, 20)),
    LastPostComments: chance.whole(0, 90),
    LastPostLikes: chance.whole(0, 900),
    LastPostShare: chance.whole(0, 60),
    LastPostCount: chance.whole(1, 30),
    'Creation/JoiningDate': daysAfter(day, -chance.whole(30, 1500)),
    'PostCount/YouTube_VideoCount': chance.whole(1, 700),
    ViewCount: isVideo ? followers * chance.whole(1, 40) : null,
    Telegram_LinkCount: platform === 'Courierchat' ? chance.whole(0, 250) : null,
    videoUrl: isVideo ? `https://media.${networkHost}/${handle}.mp4` : null,
  }
  return { own, shape: 'profile' }
}

function listingColumns({ brand, chance, serial }: OwnColumnsParams) {
  const [product, mrp, shape] = productOf(brand, chance)
  const seller = chance.happens(0.5) ? chance.one(sellers.slice(0, 18)) : chance.one(sellers)
  const discount = chance.whole(2, 88)
  const host = `www.${seller.site.toLowerCase()}.example`
  const price = Math.round(mrp * (100 - discount)) / 100
  const ratings = Math.floor(10 ** (chance.next() * 4))
  const own: OwnValues = {
    site: seller.site,
    url: `https://${host}/${slug(brand.mark)}-${slug(product)}/p/${(1_000_000 + serial).toString(36)}`,
    title: titleOf(chance.one(blocks.titleFrames), brand, chance, product),
    price,
    comparativeLink: chance.happens(0.4) ? `https://shop.${slug(brand.mark)}.example/${slug(product)}` : null,
    comparativePrice: chance.happens(0.4) ? mrp : null,
    username: seller.name,
    storeId: seller.storeId,
    address: seller.address,
    city: seller.city,
    country: 'India',
    Rating: chance.whole(10, 50) / 10,
    numberOfRatings: ratings,
    numberOfReviews: Math.floor(ratings / 6),
    mrp,
    sellerRating: seller.rating,
    contactNumber: seller.phone,
    pid: `PID${(7_000_000 + serial).toString(36).toUpperCase()}`,
    lid: `LST${(9_000_000 + serial * 7).toString(36).toUpperCase()}`,
    discountPercentage: discount,
    flipkartAssured: chance.happens(0.25),
    sku: `${brand.mark.slice(0, 3).toUpperCase()}-${chance.whole(100, 999)}`,
  }
  return { own, shape }
}

function appColumns({ brand, chance, day, serial }: OwnColumnsParams) {
  const [appStore, host] = chance.weighted(blocks.appStores.map((one) => [one, one[2]] as const))
  const developerName = chance.one(blocks.developers)
  const own: OwnValues = {
    appName: titleOf(chance.one(blocks.appFrames), brand, chance),
    appStore,
    url: `https://${host}/details?id=app.${slug(developerName).replaceAll('-', '')}.${slug(brand.mark)}${serial.toString(36)}`,
    developerName,
    latestPublishDate: daysAfter(day, -chance.whole(1, 400)),
    numberOfDownload: chance.one(['100+', '500+', '1 000+', '5 000+', '10 000+', '50 000+', '100 000+']),
    version: `${chance.whole(1, 6)}.${chance.whole(0, 20)}.${chance.whole(0, 9)}`,
    price: chance.happens(0.85) ? 0 : chance.whole(1, 12) * 10 - 1,
    storeVersion: `${chance.whole(5, 14)} and up`,
    reviews: chance.whole(0, 4000),
    ratings: chance.whole(10, 50) / 10,
    website: chance.happens(0.5) ? `https://${slug(developerName)}.example` : null,
    address: null,
    numberOfApps: chance.whole(1, 60),
  }
  return { own, shape: 'app' }
}

function productOf(brand: DemoBrand, chance: Chance) {
  return chance.one(blocks.products[brand.category] ?? [])
}

function titleOf(frame: string, brand: DemoBrand, chance: Chance, product = productOf(brand, chance)[0]): string {
  return frame.replace('{mark}', brand.mark).replace('{typo}', typo(brand.mark, chance)).replace('{product}', product)
}

function hostName(brand: DemoBrand, chance: Chance): string {
  const frame = chance.one(blocks.domainFrames)
  return frame.replace('{m}', slug(brand.mark)).replace('{t}', slug(typo(brand.mark, chance)))
}

/** The mark with one letter doubled, dropped or swapped. */
function typo(mark: string, chance: Chance): string {
  const at = chance.whole(1, mark.length - 2)
  const letter = mark[at] ?? ''
  const middle = chance.one([letter + letter, '', (mark[at + 1] ?? '') + letter])
  return mark.slice(0, at) + middle + mark.slice(middle.length === 2 && middle[0] !== letter ? at + 2 : at + 1)
}

const slug = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
const two = (n: number) => String(n).padStart(2, '0')
/** Addresses of the three networks reserved for documentation (RFC 5737). */
const ipAddress = (chance: Chance) => `${chance.one(['192.0.2', '198.51.100', '203.0.113'])}.${chance.whole(1, 254)}`
const phone = (chance: Chance) => `+91 00000 ${chance.whole(10_000, 99_999)}`

/** Sellers appear on many listings, a few of them very often. */
const sellers = Array.from({ length: 160 }, (_, n) => {
  const chance = chanceFor(`seller ${n}`)
  const [city] = chance.one(blocks.cities)
  return {
    name: `${chance.one(blocks.sellerStarts)} ${chance.one(blocks.sellerEnds)}${n < 60 ? '' : ` ${n}`}`,
    site: chance.one(blocks.sites),
    storeId: `ST-${(40_000 + n * 37).toString(36).toUpperCase()}`,
    address: `${chance.whole(1, 400)} ${chance.one(blocks.streets)}`,
    city,
    rating: chance.whole(18, 50) / 10,
    phone: chance.happens(0.5) ? phone(chance) : null,
  }
})
