import { z } from 'zod'
import { day } from '#kit/contract/texts.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { optionalId } from '#kit/contract/texts.ts'
import { platforms } from '#platforms/all.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import type { FindingPlatformKey } from '#vocabulary/platform-names.ts'
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
  /** By day (labels YYYY-MM-DD), every day of the range; only where the range is within one calendar month. */
  days: barNumbers.optional(),
}
const platformChart = z.object(base)
/** By reporting date (YYYY-MM-DD), the newest 50 in ascending order. */
const reporting = { reporting: barNumbers }
/** E-commerce findings by site, and the 50 sellers with the most findings. */
const sites = { site: parts, seller: barNumbers }

const homeAnswer = z.object({
  ...base,
  ...sites,
  ...reporting,
  brands: z.array(z.object({ id: z.string(), name: z.string(), value: z.number() })),
  /** By platform key, and trapPurchase where a brand in scope has its platform. */
  platforms: z.record(z.string(), platformChart),
  /** Findings waiting for the client's decision, of all time: statuses 33 and 88, by platform key. */
  waiting: z.array(z.object({ platform: z.string(), status: z.string(), total: z.number(), high: z.number() })),
})

/** The numbers of one platform: those of all, and of the charts that only its definition has. */
function answerOf({ valueChart, seller }: FindingPlatformDefinition) {
  const values: z.ZodRawShape = valueChart ? { [valueChart.field]: parts } : {}
  const sellers = (seller ? { seller: barNumbers } : {}) as unknown as { seller: z.ZodOptional<typeof barNumbers> }
  return z.object({ ...base, ...reporting, ...sellers }).extend(values as object)
}

const chartCall = (name: string) =>
  ({ method: 'GET', path: `/dashboard_v2/client/chart/${name}`, access: everyone }) as const
const summary = (title: string) => `Chart numbers: ${title}`
const takes = z.object({
  startDate: day('Start date'),
  endDate: day('End date'),
  brand: optionalId,
  clientCompanyId: optionalId,
})

const callOf = (platform: FindingPlatformDefinition) =>
  endpoint({
    ...chartCall(platform.chartPath),
    summary: summary(platform.title.toLowerCase()),
    takes,
    answers: answerOf(platform),
  })

/** The chart calls: all platforms together, and each under its key. */
export const charts = {
  home: endpoint({
    ...chartCall('home'),
    summary: summary('all platforms, together and separately'),
    takes,
    answers: homeAnswer,
  }),
  ...(Object.fromEntries(platforms.map((platform) => [platform.key, callOf(platform)])) as Record<
    FindingPlatformKey,
    ReturnType<typeof callOf>
  >),
}

export type Bar = z.output<typeof barNumbers>
export type Parts = z.output<typeof parts>
export type PlatformChart = z.output<typeof platformChart>
export type HomeCharts = z.output<typeof homeAnswer>
export type PlatformNumbers = z.output<ReturnType<typeof answerOf>>
