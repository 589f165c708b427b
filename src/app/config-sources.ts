import { z } from 'zod'
import { sourceUrls, webUrl } from '#app/config-values.ts'
import type { SourceSettings } from '#sources/source.ts'

/** The variables of the sources of the quick tools. */
export const sourceVariables = {
  META_AD_LIBRARY_TOKEN: z.string().optional(),
  X_BEARER_TOKEN: z.string().optional(),
  PINTEREST_TOKEN: z.string().optional(),
  SEARCH_URL: webUrl.optional(),
  SOURCE_COUNTRY: z
    .string()
    .regex(/^[A-Z]{2}$/, 'must be two capital letters')
    .default('IN'),
  SOURCE_URLS: sourceUrls.optional(),
}

type SourceVariables = z.output<z.ZodObject<typeof sourceVariables>>

/** Keys and addresses of the sources of the quick tools. */
export const sourceSettingsOf = (env: SourceVariables): SourceSettings => ({
  metaToken: env.META_AD_LIBRARY_TOKEN,
  xToken: env.X_BEARER_TOKEN,
  pinterestToken: env.PINTEREST_TOKEN,
  searchUrl: env.SEARCH_URL,
  country: env.SOURCE_COUNTRY,
  origins: env.SOURCE_URLS ?? {},
})
