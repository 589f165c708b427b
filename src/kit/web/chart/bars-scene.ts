import { nice, ticks } from 'd3-array'
import { countText } from '#vocabulary/numbers.ts'
import { type BarsChart, maxBarWidth, minLabelledPercent, percentOf } from './chart.ts'
import { areaColour, textColourOn } from './chart-palette.ts'
import { cutText, wrapText } from './measure-text.ts'
import type { Drawing, ScenePart, Shape, TextShape } from './shapes.ts'

const axisSize = 11
const labelSize = 11
const maxHorizontalBar = 32
/** On a thinner bar a percentage would be too small to read, and cover those of its neighbours. */
const minLabelledBar = 10
/** Narrower drawings are those of phones. */
const phoneWidth = 480
const tickCount = 4

/** Where the bars are: `at` is the position along the axis of labels, `from` and `size` along that of values. */
type Plot = { left: number; top: number; width: number; height: number; highest: number }

/** Stacked or grouped bars with both axes. */
export function barsScene(chart: BarsChart, drawing: Drawing): Shape[] {
  const scale = scaleOf(chart)
  const plot = plotOf(chart, drawing, scale.highest)
  return [
    ...valueAxis(chart, plot, scale.steps, drawing),
    ...labelAxis(chart, plot, drawing),
    ...(chart.grouped ? groupedBars(chart, plot, drawing) : stackedBars(chart, plot, drawing)),
  ]
}

/** The values marked on the axis, and the value at its end. */
function scaleOf({ labels, series, grouped }: BarsChart): { highest: number; steps: number[] } {
  const largest = grouped
    ? Math.max(0, ...series.flatMap(({ data }) => data.map((value) => value ?? 0)))
    : Math.max(0, ...totalsOf({ labels, series }))
  const [, highest] = nice(0, largest || 1, tickCount)
  // Counts have no fractions, so their axis has none either.
  return { highest, steps: ticks(0, highest, tickCount).filter((step) => grouped || Number.isInteger(step)) }
}

const totalsOf = ({ labels, series }: Pick<BarsChart, 'labels' | 'series'>): number[] =>
  labels.map((_, at) => series.reduce((all, { data }) => all + (data[at] ?? 0), 0))

function plotOf(chart: BarsChart, { width, height, measure }: Drawing, highest: number): Plot {
  const { horizontal = false, grouped, labels, axis } = chart
  if (horizontal) {
    const maxLabelWidth = Math.min(grouped ? 220 : 140, width * (grouped ? 0.42 : 0.3))
    const left = 4 + Math.min(maxLabelWidth, Math.max(0, ...labels.map((label) => measure(label, axisSize)))) + 8
    return { left, top: 4, width: width - left - (grouped ? 40 : 12), height: height - 24, highest }
  }
  const left = 4 + measure(shortCount(highest), axisSize) + 8
  const top = grouped ? 20 : 12
  return { left, top, width: width - left - 12, height: height - top - (axis ? 44 : 22), highest }
}

function valueAxis({ horizontal }: BarsChart, plot: Plot, steps: readonly number[], { palette }: Drawing): Shape[] {
  const { left, top, width, height, highest } = plot
  return steps.flatMap((step): Shape[] => {
    const stroke = palette.line
    const common = { kind: 'text', text: shortCount(step), size: axisSize, fill: palette.quiet } as const
    if (horizontal) {
      const x = left + (width * step) / highest
      return [
        { kind: 'line', x1: x, y1: top, x2: x, y2: top + height, stroke },
        { ...common, x, y: top + height + 12, anchor: 'middle' },
      ]
    }
    const y = top + height - (height * step) / highest
    return [
      { kind: 'line', x1: left, y1: y, x2: left + width, y2: y, stroke },
      { ...common, x: left - 8, y, anchor: 'end' },
    ]
  })
}

function labelAxis(chart: BarsChart, plot: Plot, { palette, measure, height }: Drawing): Shape[] {
  const { labels, axis, grouped } = chart
  const { left, top, width } = plot
  const common = { kind: 'text', size: axisSize, fill: palette.quiet } as const
  const measured = (text: string) => measure(text, axisSize)
  const texts: TextShape[] = []
  if (chart.horizontal) {
    const band = plot.height / labels.length
    const every = Math.ceil(13 / band)
    for (const [at, label] of labels.entries()) {
      if (at % every > 0) continue
      const lines = grouped ? wrapText(label, left - 12, measured) : [cutText(label, left - 12, measured)]
      for (const [line, text] of lines.entries()) {
        const y = top + band * (at + 0.5) + (line - (lines.length - 1) / 2) * 13
        texts.push({ ...common, text, x: left - 8, y, anchor: 'end' })
      }
    }
    return texts
  }
  const band = width / labels.length
  const widest = Math.max(0, ...labels.map(measured))
  // Where not all labels fit, every second, third … is written.
  const every = Math.ceil((Math.min(widest, width) + 8) / band)
  let end = 0
  for (const [at, label] of labels.entries()) {
    if (at % every > 0) continue
    const text = cutText(label, Math.min(band * every, width), measured)
    // Below its bar, but the first and the last one inside the drawing.
    const half = measured(text) / 2
    const x = Math.max(half, Math.min(left + band * (at + 0.5), left + width - half))
    if (x - half < end) continue
    end = x + half + 4
    texts.push({ ...common, text, x, y: top + plot.height + 12, anchor: 'middle' })
  }
  if (axis) texts.push({ ...common, text: axis, x: left + width / 2, y: height - 9, anchor: 'middle' })
  return texts
}

function stackedBars(chart: BarsChart, plot: Plot, drawing: Drawing): Shape[] {
  const { labels, series, marks, horizontal } = chart
  const { palette } = drawing
  const totals = totalsOf(chart)
  const band = (horizontal ? plot.height : plot.width) / labels.length
  const thick = Math.min(horizontal ? maxHorizontalBar : maxBarWidth, band * 0.72)
  const isShort = horizontal === true && drawing.width < phoneWidth
  const filled = labels.map(() => 0)
  const areas: Shape[] = []
  const found: Label[] = []
  for (const { code, name, colour, data } of series) {
    const fill = areaColour(colour, palette)
    for (const [at, label] of labels.entries()) {
      const value = data[at] ?? 0
      if (value === 0) continue
      const total = totals[at]!
      const segment = { code, name, mark: marks[at]! }
      const part: ScenePart = {
        segment,
        tooltip: [label, `${name} ${countText(value)} · ${percentOf(value, total)}%`],
      }
      const box = boxOf(plot, { at: (at + 0.5) * band, thick, from: filled[at]!, value, horizontal })
      filled[at]! += value
      areas.push({ kind: 'area', path: pathOf(box), fill, part })
      // Of a single series every bar is 100 %, which says nothing.
      const share = series.length > 1 && percentLabel(value, total)
      if (!share || thick < minLabelledBar) continue
      const placed = labelIn(box, share, { area: fill, drawing })
      // In a short row of a phone, turned and outlined ones cannot be distinguished side by side.
      if (!isShort || (placed.fits && !placed.isTurned)) found.push(placed)
    }
  }
  return [...areas, ...placedLabels(found)]
}

function groupedBars(chart: BarsChart, plot: Plot, { palette, measure }: Drawing): Shape[] {
  const { labels, series, marks, horizontal, grouped } = chart
  const band = (horizontal ? plot.height : plot.width) / labels.length
  const each = Math.min(horizontal ? maxHorizontalBar : maxBarWidth, (band * 0.76) / Math.max(1, series.length))
  return series.flatMap(({ code, name, colour, data }, nth) =>
    labels.flatMap((label, at): Shape[] => {
      const value = data[at]
      if (typeof value !== 'number') return []
      const middle = (at + 0.5) * band + (nth - (series.length - 1) / 2) * each
      const box = boxOf(plot, { at: middle, thick: each * 0.9, from: 0, value, horizontal })
      const tooltip = [
        label,
        `${name} ${value} ${grouped!.unit}`,
        `${countText(grouped!.counts[at] ?? 0)} ${grouped!.countLabel}`,
      ]
      const segment = { code, name, mark: marks[at]! }
      const number = { kind: 'text', text: String(value), size: labelSize, weight: 500, fill: palette.text } as const
      return [
        { kind: 'area', path: pathOf(box), fill: areaColour(colour, palette), part: { segment, tooltip } },
        // The number is at the end, where it also fits the shortest bar.
        horizontal
          ? { ...number, x: box.x + box.width + 4, y: box.y + box.height / 2, anchor: 'start' }
          : {
              ...number,
              x: box.x + box.width / 2,
              y: box.y - 8,
              anchor: 'middle',
              text: measure(number.text, labelSize) <= each + 8 ? number.text : '',
            },
      ]
    }),
  )
}

type Box = { x: number; y: number; width: number; height: number }

function boxOf(
  { left, top, width, height, highest }: Plot,
  bar: { at: number; thick: number; from: number; value: number; horizontal: boolean | undefined },
): Box {
  const { at, thick, from, value } = bar
  if (bar.horizontal)
    return {
      x: left + (width * from) / highest,
      y: top + at - thick / 2,
      width: (width * value) / highest,
      height: thick,
    }
  return {
    x: left + at - thick / 2,
    y: top + height - (height * (from + value)) / highest,
    width: thick,
    height: (height * value) / highest,
  }
}

const rounded = (n: number): number => Math.round(n * 100) / 100

const pathOf = ({ x, y, width, height }: Box): string =>
  `M${rounded(x)} ${rounded(y)}h${rounded(width)}v${rounded(height)}h${rounded(-width)}z`

/** Label of a stacked part: its share in whole percent, empty where the share is small. */
export function percentLabel(value: number, total: number): string {
  const share = total === 0 ? 0 : (value / total) * 100
  return share < minLabelledPercent ? '' : `${Math.round(share)}%`
}

type Label = TextShape & { fits: boolean; wide: number; tall: number }

/**
 * The percentage in the middle of its part, turned where the bar is narrow. On a part that is smaller than its text it
 * is outlined in the colour of the background.
 */
function labelIn(
  { x, y, width, height }: Box,
  text: string,
  { area, drawing }: { area: string; drawing: Drawing },
): Label {
  const { palette, measure } = drawing
  const isTurned = measure(text, labelSize, 500) + 2 > width && height > width
  const size = isTurned ? Math.min(labelSize, Math.max(8, Math.floor(width))) : labelSize
  const long = measure(text, size, 500)
  const [wide, tall] = isTurned ? [size, long] : [long, size]
  const fits = wide <= width && tall <= height
  return {
    kind: 'text',
    text,
    size,
    weight: 500,
    anchor: 'middle',
    x: x + width / 2,
    y: y + height / 2,
    isTurned,
    ...(fits ? { fill: textColourOn(area) } : { fill: palette.text, outline: palette.background }),
    fits,
    wide,
    tall,
  }
}

/** Those that fit their part, and of the others those that cover no other label. */
function placedLabels(labels: readonly Label[]): TextShape[] {
  const placed = labels.filter(({ fits }) => fits)
  for (const label of labels) if (!label.fits && !placed.some((other) => overlap(label, other))) placed.push(label)
  return placed.map(({ fits: _fits, wide: _wide, tall: _tall, ...shape }) => shape)
}

const overlap = (one: Label, other: Label): boolean =>
  Math.abs(one.x - other.x) < (one.wide + other.wide) / 2 && Math.abs(one.y - other.y) < (one.tall + other.tall) / 2

function shortCount(value: number): string {
  return value >= 10_000 ? `${value / 1000}k` : countText(value)
}
