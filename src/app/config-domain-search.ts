import { z } from 'zod'
import { commaList } from '#app/config-values.ts'

/** Web addresses separated by commas, without slashes at their ends; blank for none. */
const webAddresses = z
  .string()
  .transform((text) =>
    commaList(text)
      .map((one) => one.replace(/\/+$/, ''))
      .filter((one) => one !== ''),
  )
  .refine((list) => list.every((one) => /^https?:\/\//.test(one) && URL.canParse(one)), {
    message: 'must be http or https addresses, separated by commas',
  })

/** The environment variables of domain search; README.md has them in its table. */
export const domainSearchVariables = {
  DOMAIN_CHECKS_PER_RUN: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(1)
    .max(50_000)
    .default(2000),
  CT_SEARCH_URL: webAddresses.default(['https://crt.sh']),
  CT_LOGS: webAddresses.default([]),
  CT_TILE_LOGS: webAddresses.default([]),
  NAME_LISTS: webAddresses.default([]),
  NAME_FOLDER: z.string().optional(),
}

type Variables = z.output<z.ZodObject<typeof domainSearchVariables>>

/** How look-alike domains are searched. */
export const domainSearchFrom = (env: Variables) => ({
  /** Most names that one run asks about (G95). */
  checksPerRun: env.DOMAIN_CHECKS_PER_RUN,
  /** The service that is asked for names in certificates; undefined: none. */
  searchAddress: env.CT_SEARCH_URL[0],
  /** Certificate logs that are read: by the calls of RFC 6962, and by tiles. */
  logs: env.CT_LOGS,
  tileLogs: env.CT_TILE_LOGS,
  /** Lists of new names that are fetched daily. */
  lists: env.NAME_LISTS,
  folder: env.NAME_FOLDER,
})
