import { describe, expect, test } from 'vitest'
import { kindOf } from '#columns/kinds.ts'
import { storedName } from '#columns/stored.ts'
import { rowsFromCells } from '#columns/sheet.ts'
import { findingPlatforms, platformNames } from '#vocabulary/platform-names.ts'
import { statusesOf } from '#vocabulary/status-moves.ts'
import { pickOrder, platformOf, platforms } from './all.ts'
import { appStore } from './app-store.ts'
import { domain } from './domain.ts'
import { eCommerce } from './e-commerce.ts'
import { socialMedia } from './social-media.ts'
import { trademark } from './trademark.ts'
import { trapPurchase } from './trap-purchase.ts'
import { uniqueSeller } from './unique-seller.ts'
import { website } from './website.ts'

const list = (text: string) => text.split(', ')
const metrics =
  'PostDate, LikesCount, CommentsCount, SharedCount, PostDuration_yt, Follower/SubscriberCount, FollowingCount, LastPostDate, LastPostComments, LastPostLikes, LastPostShare, LastPostCount, Creation/JoiningDate, PostCount/YouTube_VideoCount, ViewCount, Telegram_LinkCount'

describe('import columns, in the order and spelling of the specification', () => {
  test.each([
    [
      'S-099 S-025 domain',
      domain,
      'image, domain, tld, priority, status, advertiser, reason, reasonCode, registrar, ipAddress, hosting, lastMofifiedDate, expiryDate, registrationDate, note, name, org, address, state, country, emailAddress, contactNumber, brand, employeeCode',
    ],
    [
      'S-100 S-021 website',
      website,
      'image, url, domain, dateAdded, priority, status, advertiser, ipAddress, reason, reasonCode, brand, employeeCode',
    ],
    [
      'S-101 S-022 social media',
      socialMedia,
      `image, platform, heading, link, dateAdded, priority, status, advertiser, reason, reasonCode, brand, employeeCode, ${metrics}`,
    ],
    [
      'S-102 S-023 e-commerce',
      eCommerce,
      'image, site, dateAdded, url, title, price, reason, reasonCode, comparativeLink, comparativePrice, priority, status, username, storeId, address, city, country, Rating, numberOfRatings, numberOfReviews, mrp, sellerRating, contactNumber, pid, lid, discountPercentage, flipkartAssured, brand, sku, employeeCode, clientComment',
    ],
    [
      'S-103 S-024 app store',
      appStore,
      'image, appName, appStore, dateAdded, url, developerName, latestPublishDate, numberOfDownload, version, status, reason, reasonCode, priority, price, brand, employeeCode',
    ],
  ])('%s', (_title, platform, names) => {
    expect(platform.imported).toEqual(list(names))
  })
})

test('S-021 S-022 S-023 S-024 S-025 the columns of an upload have these labels', () => {
  const headers = (platform: Pick<typeof domain, 'value'>) => {
    const { imported, columns } = platformOf(platform.value)!
    return imported.filter((name) => name !== 'employeeCode').map((name) => columns[name]!.label.toLowerCase())
  }
  expect(headers(website)).toEqual(
    list('image, url, domain, date added, priority, status, advertiser, ip address, reason, reason code, brand'),
  )
  const before = 'image, platform, heading, link, date added, priority, status, advertiser, reason, reason code, brand'
  expect(headers(socialMedia).slice(0, 11)).toEqual(list(before))
  expect(headers(socialMedia)).toHaveLength(11 + list(metrics).length)
  expect(headers(eCommerce)).toEqual(
    list(
      'image, site, date added, url, title, price, reason, reason code, comparative link, comparative price, priority, status, username, store id, address, city, country, rating, number of ratings, number of reviews, mrp, seller rating, contact number, pid, lid, discount percentage, flipkart assured, brand, sku, client comment',
    ),
  )
  expect(headers(appStore)).toEqual(
    list(
      'image, app name, app store, date added, url, developer name, latest publish date, number of downloads, version, status, reason, reason code, priority, price, brand',
    ),
  )
  expect(headers(domain)).toEqual(
    list(
      'image, domain, tld, priority, status, advertiser, reason, reason code, registrar, ip address, hosting, last modified date, expiry date, registration date, note, name, organisation, address, state, country, email address, contact number, brand',
    ),
  )
})

test('C-302 a download times out after 30 s, and after 100 s on e-commerce, trap purchase and unique seller', () => {
  const all = [...platforms, trademark, trapPurchase, uniqueSeller]
  expect(all.map(({ downloadName, downloadPatience }) => [downloadName, downloadPatience])).toEqual([
    ['domain', 30],
    ['website', 30],
    ['social-media', 30],
    ['e-commerce', 100],
    ['app-store', 30],
    ['tmch', 30],
    ['trap-purchase', 100],
    ['unique-seller', 100],
  ])
})

describe('download columns', () => {
  test.each([
    [
      'C-175 domain',
      domain,
      'image, domain, tld, priority, status, registrar, ipAddress, hosting, lastMofifiedDate, expiryDate, registrationDate, note, name, org, address, state, country, emailAddress, contactNumber',
    ],
    ['C-176 website', website, 'image, url, domain, dateAdded, priority, status'],
    ['C-177 social media', socialMedia, 'image, platform, heading, link, dateAdded, priority, status'],
    [
      'C-178 e-commerce',
      eCommerce,
      'image, site, dateAdded, url, title, price, reason, priority, status, username, storeId, address, city, country, sellerRating',
    ],
    [
      'C-179 app store',
      appStore,
      'image, appName, appStore, dateAdded, url, developerName, latestPublishDate, status, priority, price',
    ],
  ])('%s', (_title, platform, names) => {
    expect(platform.downloaded).toEqual(list(names))
  })
})

describe('client filters', () => {
  test.each([
    ['C-167 website', website, 'url, reportingDate, priority, status, reasonCode'],
    ['C-168 domain', domain, 'domain, tld, reportingDate, priority, status, reasonCode'],
    ['C-169 social media', socialMedia, 'platform, heading, link, reportingDate, priority, status, reasonCode'],
    ['C-170 e-commerce', eCommerce, 'site, reportingDate, url, title, price, reason, priority, status, reasonCode'],
    [
      'C-171 app store',
      appStore,
      'appName, appStore, url, reportingDate, developerName, latestPublishedDate, price, priority, status, reasonCode',
    ],
    ['trap purchase', trapPurchase, 'site, reportingDate, url, title, price, reason, priority, status'],
    ['TMCH', trademark, 'markName, markType, status, reportingDate'],
  ])('%s', (_title, platform, names) => {
    expect(platform.filteredBy).toEqual(list(names))
  })
})

test('S-141 the reason code is in the column the specification gives, counted from 0 with sn', () => {
  const positions = Object.fromEntries(platforms.map((p) => [p.value, p.reasonCodePosition]))
  expect(positions).toEqual({ 'e-commerce': 8, 'social-media': 10, 'app-store': 12, website: 10, domain: 8 })
  for (const platform of platforms) {
    expect(['sn', ...platform.imported][platform.reasonCodePosition], platform.title).toBe('reasonCode')
  }
})

test('C-196 C-197 C-198 status lists: the standard eight, five more on e-commerce, only those five on trap purchase', () => {
  const standard = ['55', '11', '33', '22', '99', '00', '88', '90']
  const purchasing = ['44', '66', '77', '101', '102']
  for (const platform of [domain, website, socialMedia, appStore]) expect(platform.statuses).toEqual(standard)
  expect(eCommerce.statuses).toEqual([...standard, ...purchasing])
  expect(trapPurchase.statuses).toEqual(purchasing)
  expect(trapPurchase.statusByDefault).toBe('44')
})

test('C-332 C-333 C-334 C-335 page sizes and how lists load more rows', () => {
  for (const platform of [domain, website, socialMedia, appStore])
    expect(platform.pageSizes).toEqual([10, 20, 50, 100, 20000])
  for (const platform of [eCommerce, trapPurchase, trademark]) expect(platform.pageSizes).toEqual([10, 20, 50])
  expect([domain.scrolling, website.scrolling]).toEqual(['next-20', 'next-20'])
  expect([socialMedia.scrolling, appStore.scrolling]).toEqual(['visible-plus-20', 'visible-plus-20'])
  expect(eCommerce.scrolling).toBe('next-page')
})

test('C-014 C-015 S-004 keys, values and paths are those of the specification, and any spelling finds the platform', () => {
  expect(platformNames.map((p) => p.key)).toEqual(list('domain, website, socialMedia, eCommerce, appStore, tmch'))
  expect(platformNames.map((p) => p.value)).toEqual(list('domain, website, social-media, e-commerce, app-store, tmch'))
  expect(platforms.map((p) => p.value)).toEqual(list('domain, website, social-media, e-commerce, app-store'))
  expect(trapPurchase.module).toBe('trap-purchase')
  for (const platform of platforms) {
    for (const spelling of [platform.key, platform.value, platform.path]) expect(platformOf(spelling)).toBe(platform)
  }
  expect(platformOf('paid-search')).toBeUndefined()
})

test('a column whose values or sellers are counted is counted for one platform only', () => {
  const kinds = platforms.flatMap(({ valueChart, seller }) => [
    ...(valueChart ? [valueChart.column] : []),
    ...(seller ? ['seller'] : []),
  ])
  expect(new Set(kinds).size).toBe(kinds.length)
})

test('each definition is registered under its own value, and each has its own place in the pick order', () => {
  expect(platforms.map(({ value }) => value)).toEqual(findingPlatforms)
  expect(new Set(platforms.map(({ pickRank }) => pickRank)).size).toBe(platforms.length)
  expect(platforms.map(({ value, statuses }) => [value, statuses])).toEqual(
    findingPlatforms.map((value) => [value, statusesOf(value)]),
  )
})

test('S-007 the first platform of a brand is picked in the order website, social media, e-commerce, app store, domain', () => {
  expect(pickOrder.map((p) => p.value)).toEqual(list('website, social-media, e-commerce, app-store, domain'))
})

describe.each(platforms.map((platform) => [platform.title, platform] as const))('%s', (_title, platform) => {
  test('each list names a column only once, and identity is required', () => {
    for (const names of [
      platform.imported,
      platform.listed,
      platform.detailed,
      platform.downloaded,
      platform.filteredBy,
      platform.sortedBy,
    ]) {
      expect(new Set(names).size).toBe(names.length)
    }
    expect(platform.columns[platform.identity]?.required).toBe(true)
  })

  test('every column has a unique database name', () => {
    const names = Object.keys(platform.columns).map(storedName)
    expect(new Set(names).size).toBe(names.length)
    for (const name of names) expect(name).toMatch(/^[a-z][a-z0-9_]*$/)
  })

  test('a sheet in import order reads back the cells that were written, with and without a header', () => {
    const row = Object.fromEntries(
      platform.imported.map((name) => [name, kindOf(platform.columns[name]!.kind).sample(7)]),
    )
    const line = [1, ...platform.imported.map((name) => row[name])]
    const expected = [{ sn: 1, ...row }]
    expect(rowsFromCells([['SN', ...platform.imported], line], platform.columns, platform.imported)).toEqual(expected)
    expect(rowsFromCells([line], platform.columns, platform.imported)).toEqual(expected)
  })
})
