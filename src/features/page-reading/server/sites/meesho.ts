import type { SiteRule } from './site-rule.ts'

/** Meesho: the product id is the last part of the address; the supplier is linked by name. */
export const meesho: SiteRule = {
  site: 'Meesho',
  hosts: ['meesho.com'],
  kind: 'product',
  address: { sku: /\/p\/([a-z0-9]{4,12})(?:[/?#]|$)/i, pid: /\/p\/([a-z0-9]{4,12})(?:[/?#]|$)/i },
  fields: {
    seller: [{ select: '[class*="ShopName"], [class*="SupplierName"]' }, 'a[href*="/s/"] span'],
    sellerRating: [{ select: '[class*="ShopCard"] [label]', attribute: 'label', take: /([\d.]+)/ }],
  },
}
