/** A part of a chart. `code` identifies it in links and filters; empty where there is none. */
export type ChartPart = { code: string; name: string; colour: string }

/** Bars of stacked parts, one number per label; vertical unless `horizontal`. `marks` are the codes of the labels. */
export type BarsChart = {
  kind: 'bars'
  labels: readonly string[]
  marks: readonly string[]
  /** A value of null is not known: it has no bar. */
  series: readonly (ChartPart & { data: readonly (number | null)[] })[]
  /** Bars run from left to right, the first on top. */
  horizontal?: boolean
  /** Title of the label axis. */
  axis?: string
  /** Set when the parts do not add up: bars side by side instead of stacked. */
  grouped?: GroupedBars
}
/** Unit of the values, and how many items each label is based on (`countLabel` names the items). */
export type GroupedBars = { unit: string; countLabel: string; counts: readonly number[] }

/** Ring (doughnut) of parts with the total in the centre. */
export type RingChart = { kind: 'ring'; parts: readonly (ChartPart & { value: number })[]; centre: string }

/** One percentage on a half circle, of `total` items. */
export type GaugeChart = { kind: 'gauge'; name: string; percent: number; total: number }

export type Chart = BarsChart | RingChart | GaugeChart

/** A clickable segment of a chart: a part and, for bars, the mark of the label. */
export type ChartSegment = { code: string; name: string; mark?: string }

/** Percentages below this are not shown on bars. */
export const minLabelledPercent = 9
/** Maximum width of a bar in pixels. */
export const maxBarWidth = 60

/** Total of everything a chart shows. */
export function totalOf(chart: Chart): number {
  if (chart.kind === 'gauge') return chart.total
  if (chart.kind === 'ring') return sum(chart.parts.map(({ value }) => value))
  return sum(chart.series.flatMap(({ data }) => data))
}

/** The parts listed in the legend, with their sums. */
export function partsOf(chart: Chart): (ChartPart & { value: number })[] {
  if (chart.kind === 'gauge') return []
  if (chart.kind === 'ring') return [...chart.parts]
  return chart.series.map(({ data, ...part }) => ({ ...part, value: sum(data) }))
}

/** The chart without the parts that are hidden in the legend. */
export function without<AnyChart extends Chart>(chart: AnyChart, hidden: ReadonlySet<string>): AnyChart {
  if (chart.kind === 'ring') return { ...chart, parts: chart.parts.filter(({ name }) => !hidden.has(name)) }
  if (chart.kind === 'bars') return { ...chart, series: chart.series.filter(({ name }) => !hidden.has(name)) }
  return chart
}

/** Share of a total in percent with one decimal; 0 when the total is 0. */
export const percentOf = (value: number, total: number): number =>
  total === 0 ? 0 : Math.round((value / total) * 1000) / 10

/** A chart's numbers as a table: for accessibility, and as CSV. */
export type ChartTable = {
  heads: string[]
  rows: { cells: string[]; numbers: (number | null)[]; segments: ChartSegment[] }[]
}

/** The table of a chart, with the segment that each number belongs to. */
export function tableOf(chart: Chart): ChartTable {
  if (chart.kind === 'gauge')
    return { heads: ['', '%'], rows: [{ cells: [chart.name], numbers: [chart.percent], segments: [] }] }
  if (chart.kind === 'ring') {
    const total = totalOf(chart)
    return {
      heads: ['', chart.centre, '%'],
      rows: chart.parts.map(({ code, name, value }) => ({
        cells: [name],
        numbers: [value, percentOf(value, total)],
        segments: [{ code, name }],
      })),
    }
  }
  if (chart.grouped) return groupedTable(chart, chart.grouped)
  return {
    heads: ['', ...chart.series.map(({ name }) => name), 'Total'],
    rows: chart.labels.map((label, at) => ({
      cells: [label],
      numbers: [...chart.series.map(({ data }) => data[at] ?? 0), sum(chart.series.map(({ data }) => data[at] ?? 0))],
      segments: chart.series.map(({ code, name }) => ({ code, name, mark: chart.marks[at]! })),
    })),
  }
}

function groupedTable({ labels, series, marks }: BarsChart, { unit, countLabel, counts }: GroupedBars): ChartTable {
  return {
    heads: ['', ...series.map(({ name }) => `${name} (${unit})`), countLabel],
    rows: labels.map((label, at) => ({
      cells: [label],
      numbers: [...series.map(({ data }) => data[at] ?? null), counts[at] ?? 0],
      segments: series.map(({ code, name }) => ({ code, name, mark: marks[at]! })),
    })),
  }
}

const sum = (numbers: readonly (number | null)[]): number => numbers.reduce<number>((all, one) => all + (one ?? 0), 0)

/** Text description of a chart for screen readers. */
export function describeChart(chart: Chart): string {
  if (chart.kind === 'gauge') return `${chart.percent}%`
  if (chart.kind === 'bars' && chart.grouped) return describeGrouped(chart, chart.grouped)
  const parts = partsOf(chart).map(({ name, value }) => `${name} ${value}`)
  return `${totalOf(chart)} in total: ${parts.join(', ')}`
}

const describeGrouped = ({ labels, series }: BarsChart, { unit }: GroupedBars): string =>
  labels
    .map((label, at) => {
      const known = series.filter(({ data }) => typeof data[at] === 'number')
      return `${label}: ${known.map(({ name, data }) => `${name} ${data[at]} ${unit}`).join(', ')}`
    })
    .join('; ')

/** What a click on a part of the chart does, and the address it leads to, if any. */
export type ChartActions = {
  open?: (segment: ChartSegment) => void
  addressOf?: (segment: ChartSegment) => string | undefined
}
