/** A part of a chart. `code` is what links and filters call it; empty where there is no such word. */
export type ChartPart = { code: string; name: string; colour: string }

/** Columns (or, lying, rows) of stacked parts: one number per label. `marks` are the labels' own codes for links. */
export type BarsChart = {
  kind: 'bars'
  labels: readonly string[]
  marks: readonly string[]
  series: readonly (ChartPart & { data: readonly number[] })[]
  /** Columns lie on their side, the first on top. */
  lying?: boolean
  /** Below the labels. */
  axis?: string
  /** The parts do not add up, so they stand side by side: numbers of this unit, and how many things are behind each label. */
  beside?: Beside
}
export type Beside = { unit: string; things: string; behind: readonly number[] }

/** Parts of a whole around its sum. */
export type RingChart = { kind: 'ring'; parts: readonly (ChartPart & { value: number })[]; centre: string }

/** One percentage on a half circle, of `total` things. */
export type GaugeChart = { kind: 'gauge'; name: string; percent: number; total: number }

export type Chart = BarsChart | RingChart | GaugeChart

/** A place in a chart: a part, and for columns the label's mark. */
export type ChartPlace = { code: string; name: string; mark?: string }

/** Percentages below this are not written on bars. */
export const leastLabelled = 9
/** No bar is wider, in pixels. */
export const widestBar = 60

/** Sum of everything a chart shows. */
export function totalOf(chart: Chart): number {
  if (chart.kind === 'gauge') return chart.total
  if (chart.kind === 'ring') return sum(chart.parts.map(({ value }) => value))
  return sum(chart.series.flatMap(({ data }) => data))
}

/** The parts that a legend lists, with their sums. */
export function partsOf(chart: Chart): (ChartPart & { value: number })[] {
  if (chart.kind === 'gauge') return []
  if (chart.kind === 'ring') return [...chart.parts]
  return chart.series.map(({ data, ...part }) => ({ ...part, value: sum(data) }))
}

/** The chart without the parts that a legend has switched off. */
export function without<Of extends Chart>(chart: Of, hidden: ReadonlySet<string>): Of {
  if (chart.kind === 'ring') return { ...chart, parts: chart.parts.filter(({ name }) => !hidden.has(name)) }
  if (chart.kind === 'bars') return { ...chart, series: chart.series.filter(({ name }) => !hidden.has(name)) }
  return chart
}

/** The share of a whole as a percentage with one decimal; 0 of nothing. */
export const percentOf = (value: number, total: number): number =>
  total === 0 ? 0 : Math.round((value / total) * 1000) / 10

/** A chart's numbers as a table: for people who cannot see it, and as CSV. */
export type ChartTable = { heads: string[]; rows: { cells: string[]; numbers: number[]; places: ChartPlace[] }[] }

/** Rows of a chart's table, with the place in the chart that each number stands for. */
export function tableOf(chart: Chart): ChartTable {
  if (chart.kind === 'gauge')
    return { heads: ['', '%'], rows: [{ cells: [chart.name], numbers: [chart.percent], places: [] }] }
  if (chart.kind === 'ring') {
    const total = totalOf(chart)
    return {
      heads: ['', chart.centre, '%'],
      rows: chart.parts.map(({ code, name, value }) => ({
        cells: [name],
        numbers: [value, percentOf(value, total)],
        places: [{ code, name }],
      })),
    }
  }
  if (chart.beside) return tableBeside(chart, chart.beside)
  return {
    heads: ['', ...chart.series.map(({ name }) => name), 'Total'],
    rows: chart.labels.map((label, at) => ({
      cells: [label],
      numbers: [...chart.series.map(({ data }) => data[at] ?? 0), sum(chart.series.map(({ data }) => data[at] ?? 0))],
      places: chart.series.map(({ code, name }) => ({ code, name, mark: chart.marks[at]! })),
    })),
  }
}

function tableBeside({ labels, series, marks }: BarsChart, { unit, things, behind }: Beside): ChartTable {
  return {
    heads: ['', ...series.map(({ name }) => `${name} (${unit})`), things],
    rows: labels.map((label, at) => ({
      cells: [label],
      numbers: [...series.map(({ data }) => data[at] ?? 0), behind[at] ?? 0],
      places: series.map(({ code, name }) => ({ code, name, mark: marks[at]! })),
    })),
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

/** A chart in words, for people who cannot see it. */
export function saidOf(chart: Chart): string {
  if (chart.kind === 'gauge') return `${chart.percent} %`
  if (chart.kind === 'bars' && chart.beside) return saidBeside(chart, chart.beside)
  const parts = partsOf(chart).map(({ name, value }) => `${name} ${value}`)
  return `${totalOf(chart)} in all: ${parts.join(', ')}`
}

const saidBeside = ({ labels, series }: BarsChart, { unit }: Beside): string =>
  labels
    .map((label, at) => `${label}: ${series.map(({ name, data }) => `${name} ${data[at] ?? 0} ${unit}`).join(', ')}`)
    .join('; ')
