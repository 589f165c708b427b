import { actionDateKind, countedValues } from '#features/findings/server/value-counters.ts'
import { inScope, type Scope } from '#features/findings/server/visible.ts'
import { rows, sql, type Db } from '#kit/server/db.ts'
import type { DayRange } from '#vocabulary/dates.ts'
import { chartStatuses, chartStatusOf, purchaseStatuses } from '#vocabulary/statuses.ts'

/** For tests: the columns of a finding that charts count, read from the tables. */
type CountedFinding = {
  id: string
  platform: string
  company_id: string
  company: string
  brand_id: string
  brand: string
  day: string
  status: string
  priority: string | null
  tld: string | null
  social: string | null
  site: string | null
  seller: string | null
}

type BrandsByPlatform = Readonly<Record<string, readonly string[]>>

const everyFinding = (db: Db) =>
  rows<CountedFinding>(
    db,
    sql`select f.id, f.platform, f.company_id, k.name as company, f.brand_id, b.brand_name as brand, f.reporting_date as day, f.status,
        f.priority, d.tld, s.platform as social, e.site, e.username as seller
      from findings f join companies k on k.id = f.company_id join brands b on b.id = f.brand_id
      left join findings_domain d on d.finding_id = f.id left join findings_social_media s on s.finding_id = f.id
      left join findings_e_commerce e on e.finding_id = f.id where f.deleted_at is null`,
  )

/**
 * For tests: the numbers of a seller's page, counted one by one: how many findings, both charts, and for each finding
 * how many others the seller has on its site inside and outside its company.
 */
export async function sellerByHand(
  db: Db,
  scope: BrandsByPlatform,
  { range, name }: { range: DayRange; name: string },
) {
  const all = (await everyFinding(db)).filter((one) => one.seller?.toLowerCase() === name.toLowerCase())
  const list = all.filter(
    (one) => scope['e-commerce']?.includes(one.brand_id) && one.day >= range.startDate && one.day <= range.endDate,
  )
  const { totalDocs, bar } = platformChart(list)
  const others = list.map(({ id, site, company_id }) => {
    const same = all.filter((one) => one.id !== id && one.site?.toLowerCase() === site?.toLowerCase())
    const inside = same.filter((one) => one.company_id === company_id).length
    return [id, [inside, same.length - inside]] as const
  })
  return { totalDocs, bar, others: new Map(others) }
}

/** For tests: every chart number of some brands and a range, counted one by one from the findings themselves. */
export async function countedByHand(
  db: Db,
  scope: BrandsByPlatform,
  range: DayRange,
): Promise<Record<string, Record<string, unknown>>> {
  const all = await everyFinding(db)
  const seen = all.filter((one) => scope[one.platform]?.includes(one.brand_id))
  const within = seen.filter((one) => one.day >= range.startDate && one.day <= range.endDate)
  const ofPlatform = (platform: string) => within.filter((one) => one.platform === platform)
  const shop = ofPlatform('e-commerce')
  const shopParts = { site: parts(shop, (one) => one.site), seller: sellers(shop) }
  const withDays = (list: CountedFinding[]) => ({ ...platformChart(list), ...days(list, range) })
  const chart = (list: CountedFinding[]) => ({ ...withDays(list), reporting: reporting(list) })
  const keys = {
    domain: 'domain',
    website: 'website',
    'social-media': 'socialMedia',
    'app-store': 'appStore',
    'e-commerce': 'eCommerce',
  }
  return {
    home: {
      ...platformChart(within),
      reporting: reporting(within),
      ...shopParts,
      brands: parts(within, (one) => one.brand),
      platforms: {
        ...Object.fromEntries(
          Object.entries(keys).flatMap(([value, key]) =>
            scope[value]?.length ? [[key, withDays(ofPlatform(value))]] : [],
          ),
        ),
        ...(scope['e-commerce']?.length
          ? {
              trapPurchase: withDays(shop.filter(({ status }) => purchaseStatuses.some((code) => code === status))),
            }
          : {}),
      },
      waiting: Object.entries(keys)
        .flatMap(([value, platform]) =>
          ['33', '88'].map((status) => {
            const list = seen.filter((one) => one.platform === value && one.status === status)
            return { platform, status, total: list.length, high: list.filter((one) => one.priority === 'High').length }
          }),
        )
        .filter(({ total }) => total > 0),
    },
    eCommerce: { ...chart(shop), ...shopParts },
    domain: { ...chart(ofPlatform('domain')), tld: parts(ofPlatform('domain'), (one) => one.tld) },
    'social-media': {
      ...chart(ofPlatform('social-media')),
      socialMediaPie: parts(ofPlatform('social-media'), (one) => one.social),
    },
    'app-store': chart(ofPlatform('app-store')),
    website: chart(ofPlatform('website')),
  }
}

/** For tests: how many findings have which date of the last action, by the stored counters and counted one by one. */
export async function actionDates(db: Db, scope: Scope, range: DayRange) {
  const counted = await rows<{ day: string; n: number }>(
    db,
    sql`select value as day, sum(n)::int as n from ${countedValues(scope, actionDateKind(scope.platform), range)} c
      group by 1 having sum(n) <> 0 order by 1`,
  )
  const byHand = await rows<{ day: string; n: number }>(
    db,
    sql`select l.action_date::text as day, count(*)::int as n
      from last_enforcements l join findings f on f.company_id = l.company_id and f.id = l.finding_id
      where ${inScope(scope)} and f.platform = ${scope.platform}
        and f.reporting_date between ${range.startDate}::date and ${range.endDate}::date
      group by 1 order by 1`,
  )
  return { counted, byHand }
}

function platformChart(list: CountedFinding[]) {
  const months = [...new Set(list.map(({ day }) => day.slice(0, 7)))].sort()
  const between: string[] = []
  if (months.length > 0)
    for (const at = new Date(`${months[0]!}-01T00:00:00Z`); ; at.setUTCMonth(at.getUTCMonth() + 1)) {
      const month = at.toISOString().slice(0, 7)
      if (month > months.at(-1)!) break
      between.push(month)
    }
  const left = list.filter(({ status }) => status === '33' || status === '00').length
  return {
    totalDocs: list.length,
    currentMonth: list.length ? Number((((list.length - left) / list.length) * 100).toFixed(1)) : 0,
    pie: chartStatuses.flatMap(({ name }) => {
      const value = list.filter(({ status }) => chartStatusOf(status).name === name).length
      return value ? [{ name, value }] : []
    }),
    bar: [
      bar(list, between, ({ day }) => day.slice(0, 7)),
      bar(
        list,
        parts(list, ({ company }) => company).map(({ name }) => name),
        ({ company }) => company,
      ),
    ],
  }
}

/** The bars of every day, where the range is within one month. */
function days(list: CountedFinding[], { startDate, endDate }: DayRange) {
  if (startDate.slice(0, 7) !== endDate.slice(0, 7)) return {}
  const first = Number(startDate.slice(8))
  const all = Array.from(
    { length: Number(endDate.slice(8)) - first + 1 },
    (_, n) => `${startDate.slice(0, 8)}${String(first + n).padStart(2, '0')}`,
  )
  return { days: bar(list, all, ({ day }) => day) }
}

function reporting(list: CountedFinding[]) {
  const days = [...new Set(list.map(({ day }) => day))].sort().slice(-50)
  return bar(list, days, ({ day }) => day)
}

function bar(list: CountedFinding[], labels: string[], labelOf: (finding: CountedFinding) => string) {
  const series = chartStatuses.map(({ code, name }) => ({
    code,
    name,
    data: labels.map(
      (label) => list.filter((one) => labelOf(one) === label && chartStatusOf(one.status).name === name).length,
    ),
  }))
  return { labels, series: series.filter(({ data }) => data.some((n) => n > 0)) }
}

function parts(list: CountedFinding[], nameOf: (finding: CountedFinding) => string | null) {
  const names = [...new Set(list.map(nameOf))].filter((name) => name !== null)
  return names
    .map((name) => ({ name, value: list.filter((one) => nameOf(one) === name).length }))
    .sort((one, other) => other.value - one.value || (one.name < other.name ? -1 : 1))
}

function sellers(list: CountedFinding[]) {
  const named = list.filter(({ seller }) => seller !== null).map((one) => ({ ...one, low: one.seller!.toLowerCase() }))
  const top = parts(named, (one) => one.seller!.toLowerCase()).slice(0, 50)
  return {
    labels: top.map(
      ({ name }) =>
        named
          .filter(({ low }) => low === name)
          .map(({ seller }) => seller!)
          .sort()[0]!,
    ),
    series: top.length ? [{ code: '', name: 'Infringements', data: top.map(({ value }) => value) }] : [],
  }
}
