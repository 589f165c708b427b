import type { StructuredData } from '#columns/structured-data.ts'
import type { SiteRule } from './sites/site-rule.ts'

/** What is known of a page before its elements are read one by one. */
export type Reading = {
  data: StructuredData
  /** Its address; empty if it is not known. */
  url: string
  /** The text of its title element. */
  title: string
  rule: SiteRule | undefined
}
