import { facebook } from './facebook.ts'
import { facebookAds } from './facebook-ads.ts'
import { flipkart } from './flipkart.ts'
import { meesho } from './meesho.ts'
import { pinterest } from './pinterest.ts'
import type { Source, SourceKey } from './source.ts'
import { twitter } from './twitter.ts'

/** Every source of search results, by its key, which is the report key of its quick tool (G86). */
export const sources: Readonly<Record<SourceKey, Source>> = {
  facebookAds,
  facebook,
  flipkart,
  meesho,
  pinterest,
  twitter,
}

/** The source of a report key; undefined for a tool that needs none. */
export const sourceOf = (key: string): Source | undefined =>
  Object.hasOwn(sources, key) ? sources[key as SourceKey] : undefined
