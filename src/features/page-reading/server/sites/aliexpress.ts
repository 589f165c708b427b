import type { SiteRule } from './site-rule.ts'

/** AliExpress: one number for the product, the store's number in the link to it. */
export const aliexpress: SiteRule = {
  site: 'AliExpress',
  hosts: ['aliexpress'],
  kind: 'product',
  address: {
    sku: /\/item\/(?:[^/]+\/)?(\d{8,20})(?:\.html|[?#]|$)/,
    pid: /\/item\/(?:[^/]+\/)?(\d{8,20})(?:\.html|[?#]|$)/,
  },
  fields: {
    title: ['h1[data-pl="product-title"]', '.product-title-text', 'h1'],
    price: [
      '.product-price-value',
      '.uniform-banner-box-price',
      '[class*="price--current"]',
      '[class*="price-default--current"]',
    ],
    mrp: [
      '.product-price-del .product-price-value',
      '[class*="price--original"]',
      '[class*="price-default--original"]',
    ],
    seller: ['.shop-name a', '[class*="store-info--name"] a', '[class*="store-header--storeName"]'],
    sellerId: [{ select: 'a[href*="/store/"]', attribute: 'href', take: /\/store\/(\d{4,15})/ }],
    numberOfReviews: [{ select: '.product-reviewer-reviews, [class*="reviewer--reviews"]', take: /([\d.,]+)/ }],
  },
}
