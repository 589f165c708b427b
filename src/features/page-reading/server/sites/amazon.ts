import type { SiteRule } from './site-rule.ts'

/** Amazon: the ASIN is in the address; a page without the price block offers nothing itself. */
export const amazon: SiteRule = {
  site: 'Amazon',
  hosts: ['amazon'],
  kind: 'product',
  address: { sku: /\/(?:dp|gp\/product|gp\/aw\/d|exec\/obidos\/ASIN)\/([A-Z0-9]{10})(?![A-Z0-9])/i },
  fields: {
    title: ['#productTitle', '#title'],
    price: [
      '#corePrice_feature_div .a-price .a-offscreen',
      '#corePriceDisplay_desktop_feature_div .a-price .a-offscreen',
      '#priceblock_dealprice',
      '#priceblock_saleprice',
      '#priceblock_ourprice',
      '#price_inside_buybox',
      '#newBuyBoxPrice',
      '#buyNewSection .offer-price',
      '#buybox .a-color-price',
      '#usedBuySection .offer-price',
      '#tmmSwatches .selected .a-color-price',
      '.top-level.selected-row .a-color-price',
      '#tmmSwatches .selected .a-color-base',
      '#kindle-price',
      '#olp_feature_div .a-color-price',
    ],
    mrp: ['.priceBlockStrikePriceString', '.basisPrice .a-offscreen', '#listPrice'],
    brand: [
      {
        select: '#bylineInfo',
        take: /^(?:brand|marke|marque|marca|visit the|besuche(?:n sie)? den)?:?\s*(.+?)(?:\s+store|-store)?$/i,
      },
    ],
    seller: ['#sellerProfileTriggerId', '#merchant-info a'],
    rating: [{ select: '#acrPopover', attribute: 'title' }],
    numberOfRatings: ['#acrCustomerReviewText'],
    stock: ['#availability', '#outOfStock'],
    image: [{ select: '#landingImage', attribute: 'src' }],
  },
  outOfStock: ['#outOfStock'],
  priceOnlyThere: true,
}
