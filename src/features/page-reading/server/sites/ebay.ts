import type { SiteRule } from './site-rule.ts'

/** eBay: the item number is in the address and identifies the listing. */
export const ebay: SiteRule = {
  site: 'eBay',
  hosts: ['ebay'],
  kind: 'product',
  address: { sku: /\/itm\/(?:[^/]+\/)?(\d{9,14})(?!\d)/, lid: /\/itm\/(?:[^/]+\/)?(\d{9,14})(?!\d)/ },
  fields: {
    price: ['#prcIsum', '#mm-saleDscPrc', '.x-price-primary', '#prcIsum_bidPrice'],
    mrp: ['#orgPrc', '.x-additional-info .ux-textspans--STRIKETHROUGH'],
    seller: ['#RightSummaryPanel .mbg-nw', '.x-sellercard-atf__info__about-seller a', '.mbg-nw'],
    sellerRating: [{ select: '#si-fb', take: /(?<![\d.,])([\d.,]+)\s?%/ }],
  },
}
