import { z } from 'zod'
import { day } from '#kit/contract/texts.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { optionalId } from '#kit/contract/texts.ts'
import type { FindingPlatform } from '#vocabulary/platform-names.ts'
import { everyone } from '#vocabulary/roles.ts'

/** Most columns of a chart of dates, sellers or companies: the newest or largest (G61). */
export const maxColumns = 50

/** Labels and, for each series, one number per label. `code` is the filter value for the series. */
export const barNumbers = z.object({
  labels: z.array(z.string()),
  series: z.array(z.object({ code: z.string(), name: z.string(), data: z.array(z.number()) })),
})
const parts = z.array(z.object({ name: z.string(), value: z.number() }))

/** The answer fields common to all chart calls (G60). */
const base = {
  totalDocs: z.number(),
  /** Enforcement percentage of the range: (all − awaiting approval − no action) ÷ all × 100, one decimal. */
  currentMonth: z.number(),
  /** By status. */
  pie: parts,
  /** By month (labels YYYY-MM), by company. */
  bar: z.tuple([barNumbers, barNumbers]),
}
const platformChart = z.object(base)
/** By reporting date (YYYY-MM-DD), the newest 50 in ascending order. */
const reporting = { reporting: barNumbers }
/** E-commerce findings by site, and the 50 sellers with the most findings. */
const sites = { site: parts, seller: barNumbers }

const answers = {
  home: z.object({
    ...base,
    ...sites,
    ...reporting,
    brands: z.array(z.object({ id: z.string(), name: z.string(), value: z.number() })),
    /** By platform key, and trapPurchase where a brand in scope has e-commerce. */
    platforms: z.record(z.string(), platformChart),
    /** Findings waiting for the client's decision, of all time: statuses 33 and 88, by platform key. */
    waiting: z.array(z.object({ platform: z.string(), status: z.string(), total: z.number(), high: z.number() })),
  }),
  'e-commerce': z.object({ ...base, ...sites, ...reporting }),
  domain: z.object({ ...base, tld: parts, ...reporting }),
  'social-media': z.object({ ...base, socialMediaPie: parts, ...reporting }),
  'app-store': z.object({ ...base, ...reporting }),
  website: z.object({ ...base, ...reporting }),
} as const

function chartCall<const Name extends string, const A extends z.ZodType>(name: Name, title: string, answer: A) {
  return endpoint({
    method: 'GET',
    path: `/dashboard_v2/client/chart/${name}`,
    access: everyone,
    summary: `Chart numbers: ${title}`,
    takes: z.object({
      startDate: day('Start date'),
      endDate: day('End date'),
      brand: optionalId,
      clientCompanyId: optionalId,
    }),
    answers: answer,
  })
}

export const charts = {
  home: chartCall('home', 'all platforms, together and separately', answers.home),
  eCommerce: chartCall('eCommerce', 'e-commerce', answers['e-commerce']),
  domain: chartCall('domain', 'domain', answers.domain),
  socialMedia: chartCall('social-media', 'social media', answers['social-media']),
  appStore: chartCall('app-store', 'app store', answers['app-store']),
  website: chartCall('website', 'website', answers.website),
}

export type Bar = z.output<typeof barNumbers>
export type Parts = z.output<typeof parts>
export type PlatformChart = z.output<typeof platformChart>
export type HomeCharts = z.output<typeof answers.home>
export type ChartsOf<P extends FindingPlatform> = z.output<(typeof answers)[P]>
