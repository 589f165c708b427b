import type { SiteRule } from './site-rule.ts'

/** Flipkart: product and listing ids are in the address; its classes change from time to time, ids do not. */
export const flipkart: SiteRule = {
  site: 'Flipkart',
  hosts: ['flipkart.com'],
  kind: 'product',
  address: {
    sku: /[?&]pid=([A-Z0-9]{8,20})/i,
    pid: /[?&]pid=([A-Z0-9]{8,20})/i,
    lid: /[?&]lid=([A-Z0-9]{8,40})/i,
  },
  fields: {
    title: ['.VU-ZEz', '.B_NuCI', 'h1'],
    price: ['.Nx9bqj.CxhGGd', '._30jeq3._16Jk6d', '.Nx9bqj', '._30jeq3'],
    mrp: ['.yRaY8j.A6-E6v', '._3I9_wc._2p6lqe'],
    seller: ['#sellerName > span > span', '#sellerName > span', '#sellerName'],
    sellerRating: [{ select: '#sellerName .XQDdHH, #sellerName ._3LWZlK', take: /([\d.]+)/ }],
    rating: [{ select: '.XQDdHH, ._3LWZlK', take: /^([\d.]+)/ }],
    numberOfRatings: [{ select: '.Wphh3N, ._2_R_DZ', take: /(?<![\d,])([\d,]+)\s*Ratings/i }],
    numberOfReviews: [{ select: '.Wphh3N, ._2_R_DZ', take: /(?<![\d,])([\d,]+)\s*Reviews/i }],
    assured: [{ select: 'img[src*="fa_62673a"], img[alt*="Assured"]', attribute: 'src' }],
    stock: ['.Z8JjpR', '._16FRp0'],
  },
}
