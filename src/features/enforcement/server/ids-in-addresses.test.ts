import { expect, test } from 'vitest'
import { idsInAddress } from './ids-in-addresses.ts'

test.each([
  ['https://www.amazon.in/Some-Shoe/dp/B0CX23V2ZK/ref=sr_1', 'ASIN B0CX23V2ZK'],
  ['https://www.amazon.co.uk/gp/product/B0CX23V2ZK?th=1', 'ASIN B0CX23V2ZK'],
  ['https://www.ebay.de/itm/some-shoe/256123456789?x=1', 'Item number 256123456789'],
  ['https://www.flipkart.com/some-shoe/p/itm1?pid=SHOABC1&lid=LSTSHOABC1X', 'PID SHOABC1, LID LSTSHOABC1X'],
  ['https://play.google.com/store/apps/details?hl=en&id=com.acme.false_app', 'App id com.acme.false_app'],
  ['https://apps.apple.com/in/app/acme/id1234567890', 'App id 1234567890'],
  ['https://www.facebook.com/profile.php?sk=about&id=100012345', 'Profile id 100012345'],
  ['https://x.com/acme_offers/status/17', 'Account acme_offers, Post id 17'],
  ['https://t.me/acme_offers', 'Account acme_offers'],
  ['https://www.amazon.in.evil.test/dp/B0CX23V2ZK', ''],
  ['https://shop.test/dp/B0CX23V2ZK', ''],
  ['no address', ''],
])('%s: %s', (address, ids) => {
  expect(
    idsInAddress(address)
      .map(({ label, value }) => `${label} ${value}`)
      .join(', '),
  ).toBe(ids)
})
