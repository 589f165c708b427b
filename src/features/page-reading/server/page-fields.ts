/** An amount as a plain decimal number; the currency as an ISO 4217 code where it is certain, else as written. */
export type Money = { amount: string; currency?: string }

/** What kind of page it is, as far as it shows. */
export type PageKind = 'product' | 'profile' | 'app' | 'page'

/** What a page says; whatever it does not say is not there. Days are YYYY-MM-DD, counts and ratings plain numbers. */
export type PageFields = {
  kind?: PageKind
  /** The address of the page: the one given, or the one the page states. */
  url?: string
  /** The site by the name it is known by ('Amazon'), else its host. */
  site?: string
  title?: string
  description?: string
  images?: string[]
  brand?: string
  price?: Money
  /** The price before a reduction, crossed out on the page. */
  mrp?: Money
  availability?: 'InStock' | 'OutOfStock'
  sku?: string
  mpn?: string
  gtin?: string
  /** Ids of the product and of one seller's listing, where a site has both. */
  pid?: string
  lid?: string
  seller?: string
  sellerId?: string
  sellerRating?: string
  rating?: string
  numberOfRatings?: string
  numberOfReviews?: string
  /** Whether the listing carries Flipkart's mark of assured sellers. */
  assured?: 'yes' | 'no'
  /** A bot check, a sign-in page or the like: what is behind it is not known. */
  isBlocked?: true
  profile?: ProfileFields
  app?: AppFields
}

/** A profile, page, channel or post of a social network. */
export type ProfileFields = {
  owner?: string
  followers?: string
  following?: string
  likes?: string
  comments?: string
  shares?: string
  posts?: string
  views?: string
  joined?: string
  posted?: string
  duration?: string
  video?: string
  /** Links posted in a Telegram channel. */
  links?: string
}

/** An app in a store. */
export type AppFields = {
  developer?: string
  downloads?: string
  version?: string
  storeVersion?: string
  updated?: string
  website?: string
  address?: string
  numberOfApps?: string
}
