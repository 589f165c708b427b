/** Where a value is: the text of the first element a CSS selector finds, or an attribute; `take` is the part of it. */
export type Where = string | { select: string; attribute?: string; take?: RegExp }

/**
 * What is known of one site beyond what every page says. Data only: the reader asks these selectors first and falls back
 * to the rest of the page.
 */
export type SiteRule = {
  /** The name of the site in findings. */
  site: string
  /** Whole host names, or names that a site has under .com and the suffixes of countries ('amazon': amazon.in). */
  hosts: readonly string[]
  kind?: 'product' | 'profile' | 'app'
  /** Parts of the address: the first group is the value. */
  address?: Readonly<Partial<Record<AddressPart, RegExp>>>
  /** Places of values on the page, tried in order. */
  fields?: Readonly<Partial<Record<SelectorField, readonly Where[]>>>
  /** Selectors of which one is on the page when the thing cannot be bought, although nothing else says so. */
  outOfStock?: readonly Where[]
  /** The price is shown in the selectors above or not at all: nothing else on the page is one. */
  priceOnlyThere?: true
}

export type AddressPart = 'sku' | 'pid' | 'lid' | 'sellerId' | 'owner'

/** Values of a product page. Prices and stock are read as they are shown. */
type ProductField =
  | 'title'
  | 'brand'
  | 'price'
  | 'mrp'
  | 'sku'
  | 'pid'
  | 'lid'
  | 'seller'
  | 'sellerId'
  | 'sellerRating'
  | 'rating'
  | 'numberOfRatings'
  | 'numberOfReviews'
  | 'assured'
  | 'description'
  | 'image'
  | 'stock'
/** Values of a profile. Counts and days are read as they are shown. */
type ProfileField =
  | 'owner'
  | 'followers'
  | 'following'
  | 'likes'
  | 'posts'
  | 'views'
  | 'joined'
  | 'posted'
  | 'comments'
  | 'shares'
  | 'links'
type AppField = 'developer' | 'downloads' | 'version' | 'storeVersion' | 'updated' | 'website' | 'numberOfApps'
export type SelectorField = ProductField | ProfileField | AppField
