import type { Bar, Parts } from '#features/charts/contract.ts'
import type { BarsChart, GaugeChart, RingChart } from '#kit/web/chart/chart.ts'
import { orderedColour, restColour } from '#kit/web/chart/chart-palette.ts'
import { showDayOnHome, showMonth } from '#vocabulary/dates.ts'
import { chartStatuses } from '#vocabulary/statuses.ts'
import { texts } from './texts.ts'

/** Rings show this many parts; the smaller ones are combined into one. */
const maxParts = 9
/** From this many columns on, the axis says that no more than 50 are shown (G61). */
const noteFrom = { sellers: 49, dates: 48 }

const statusByName = new Map(chartStatuses.map((status) => [status.name, status]))

/** The enforcement percentage of `total` infringements. */
export const gaugeOf = (percent: number, total: number): GaugeChart => ({
  kind: 'gauge',
  name: texts.enforcement,
  percent,
  total,
})

/** Infringements by status, with the total in the centre. */
export function statusRing(pie: Parts): RingChart {
  return {
    kind: 'ring',
    centre: texts.infringement,
    parts: pie.map(({ name, value }) => ({ ...statusByName.get(name)!, value })),
  }
}

/** A ring of parts without fixed colours: the largest nine and the rest. `code` is the link code of a part. */
export function ringOf(parts: readonly { name: string; value: number; code?: string }[]): RingChart {
  const shown = parts.length > maxParts + 1 ? parts.slice(0, maxParts) : parts
  const rest = parts.slice(shown.length)
  return {
    kind: 'ring',
    centre: texts.infringement,
    parts: [
      ...shown.map(({ name, value, code = name }, at) => ({ code, name, value, colour: orderedColour(at) })),
      ...(rest.length === 0
        ? []
        : [
            {
              code: '',
              name: texts.other(rest.length),
              value: rest.reduce((all, { value }) => all + value, 0),
              colour: restColour,
            },
          ]),
    ],
  }
}

/** Statuses by month. */
export const monthBars = (bar: Bar): BarsChart => statusBars(bar, { show: showMonth })
/** Statuses by day of a month. */
export const dayBars = (bar: Bar): BarsChart => statusBars(bar, { show: showDayOnHome })
/** Statuses by company, as horizontal bars because names are long. */
export const companyBars = (bar: Bar): BarsChart => ({ ...statusBars(bar, {}), horizontal: true })
/** Statuses by reporting date. */
export const dateBars = (bar: Bar): BarsChart =>
  statusBars(bar, { show: showDayOnHome, axis: texts.dateAxis(bar.labels.length >= noteFrom.dates) })

/** Findings of each seller. */
export function sellerBars({ labels, series }: Bar): BarsChart {
  return {
    kind: 'bars',
    labels,
    marks: labels,
    series: series.map((one) => ({ ...one, colour: orderedColour(0) })),
    axis: texts.sellerAxis(labels.length >= noteFrom.sellers),
  }
}

function statusBars(
  { labels, series }: Bar,
  { show = (label) => label, axis }: { show?: (label: string) => string; axis?: string },
): BarsChart {
  return {
    kind: 'bars',
    labels: labels.map(show),
    marks: labels,
    series: series.map(({ name, data }) => ({ ...statusByName.get(name)!, data })),
    ...(axis ? { axis } : {}),
  }
}
