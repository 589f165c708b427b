import { expect, test } from 'vitest'
import { chartFileName, periodForFile } from './chart-subject.ts'
import {
  type BarsChart,
  type Chart,
  partsOf,
  type RingChart,
  describeChart,
  tableOf,
  totalOf,
  without,
} from './chart.ts'
import { areaColour, chartPalette, textColourOn, orderedColour } from './chart-palette.ts'
import { percentLabel } from './bars-scene.ts'
import { cutText, wrapText } from './measure-text.ts'
import { sceneOf } from './scene.ts'
import type { AreaShape, TextShape } from './shapes.ts'
import { contrastOf } from '#kit/web/readable-colour.ts'
import { chartStatuses } from '#vocabulary/statuses.ts'

const bars: BarsChart = {
  kind: 'bars',
  labels: ['Jan 2026', 'Feb 2026'],
  marks: ['2026-01', '2026-02'],
  series: [
    { code: '55', name: 'Success', colour: '#2e7d32', data: [90, 8] },
    { code: '33', name: 'Awaiting Approval', colour: '#f9a825', data: [10, 92] },
  ],
}
const ring: RingChart = {
  kind: 'ring',
  centre: 'Infringement',
  parts: bars.series.map(({ code, name, colour }, at) => ({ code, name, colour, value: at + 1 })),
}
const measure = (text: string, size: number) => text.length * size * 0.6
const drawing = { palette: chartPalette('light'), width: 600, height: 240, measure }
const shapesOf = (chart: Chart, more: object = {}) => sceneOf(chart, { ...drawing, ...more })
const areasOf = (chart: Chart, more: object = {}) =>
  shapesOf(chart, more).filter((shape): shape is AreaShape => shape.kind === 'area')
const textsOf = (chart: Chart, more: object = {}) =>
  shapesOf(chart, more).filter((shape): shape is TextShape => shape.kind === 'text')
const percentages = (chart: Chart, more: object = {}) => textsOf(chart, more).filter(({ text }) => text.endsWith('%'))
/** Width and height of a bar. */
const sizeOf = ({ path }: AreaShape) => {
  const [, wide, tall] = /h([\d.]+)v([\d.]+)/.exec(path)!
  return { width: Number(wide), height: Number(tall) }
}

test('A-151 A-048 percentages below 9 are not written on bars, and no bar is wider than 60', () => {
  expect([percentLabel(9, 100), percentLabel(8.99, 100), percentLabel(1, 3), percentLabel(0, 0)]).toEqual([
    '9%',
    '',
    '33%',
    '',
  ])
  expect(percentages(bars).map(({ text }) => text)).toEqual(['90%', '10%', '92%'])
  expect(areasOf(bars).map((area) => sizeOf(area).width)).toEqual([60, 60, 60, 60])
  // Neither a narrow column nor a low one is a reason to leave a percentage out.
  expect(percentages(bars, { width: 80 }).map(({ text, isTurned }) => [text, isTurned])).toEqual([
    ['90%', true],
    ['10%', true],
    ['92%', true],
  ])
  const low = { ...bars, series: bars.series.map((one) => ({ ...one, data: [1, 10_000] })) }
  const [inside] = percentages(low)
  expect(inside!.outline).toBe(undefined)
  expect(
    percentages(low)
      .filter(({ outline }) => outline !== undefined)
      .map(({ text }) => text),
  ).toEqual(['50%'])
})

test('A-151 bars too thin for a readable percentage have none', () => {
  const days = Array.from({ length: 30 }, (_, at) => String(at))
  const daily = {
    ...bars,
    labels: days,
    marks: days,
    series: bars.series.map((one) => ({ ...one, data: days.map(() => 4) })),
  }
  expect(percentages(daily, { width: 343 })).toEqual([])
  expect(percentages(daily, { width: 560 })).toHaveLength(60)
  const rows = { ...bars, horizontal: true, series: bars.series.map((one) => ({ ...one, data: [10, 100] })) }
  expect(percentages(rows, { width: 240 }).map(({ text, isTurned }) => [text, isTurned])).toEqual([
    ['50%', false],
    ['50%', false],
  ])
})

test('bars of a single series are written no percentage, which would be 100 on each', () => {
  expect(percentages(bars).length).toBeGreaterThan(0)
  expect(percentages({ ...bars, series: bars.series.slice(0, 1) })).toEqual([])
})

test('bars are as high as their values, one on the other', () => {
  const [first, second, third, fourth] = areasOf(bars).map((area) => sizeOf(area).height) as [
    number,
    number,
    number,
    number,
  ]
  // Success of both months, then Awaiting Approval of both.
  expect(first / third).toBeCloseTo(9, 1)
  expect(second / fourth).toBeCloseTo(8 / 92, 2)
  expect(first + third).toBeCloseTo(second + fourth, 1)
  expect(textsOf(bars).map(({ text }) => text)).toEqual(
    expect.arrayContaining(['0', '20', '100', 'Jan 2026', 'Feb 2026']),
  )
  const wide = areasOf({ ...bars, horizontal: true }).map((area) => sizeOf(area).width)
  expect(wide[0]! / wide[2]!).toBeCloseTo(9, 1)
})

test('labels of an axis are written where they fit, every second, third … otherwise', () => {
  const days = Array.from({ length: 50 }, (_, n) => `${String((n % 28) + 1).padStart(2, '0')}-11-2026`)
  const many: BarsChart = {
    ...bars,
    labels: days,
    marks: days,
    series: [{ ...bars.series[0]!, data: days.map(() => 3) }],
    axis: 'Reporting Date',
  }
  const written = textsOf(many).filter(({ text }) => text.endsWith('-2026'))
  expect(written.length).toBeGreaterThan(5)
  for (const [at, label] of written.entries())
    if (at > 0) expect(label.x - written[at - 1]!.x).toBeGreaterThan(measure(label.text, label.size))
  expect(textsOf(many).some(({ text }) => text === 'Reporting Date')).toBe(true)
  // Long names on a phone: none leaves the drawing, none covers the one before it.
  const names = { ...many, labels: days.map((_, n) => `Velvet Bazaar ${n}`) }
  const shown = textsOf(names, { width: 360 }).filter(({ text }) => text.startsWith('Velvet'))
  expect(shown.length).toBeGreaterThan(1)
  let end = 0
  for (const { text, size, x } of shown) {
    const half = measure(text, size) / 2
    expect(x - half).toBeGreaterThanOrEqual(end)
    end = x + half
  }
  expect(end).toBeLessThanOrEqual(360)
  const measured = (text: string) => text.length * 10
  expect([cutText('Castelune', 60, measured), cutText('Castelune', 90, measured)]).toEqual(['Caste…', 'Castelune'])
  expect(wrapText('From first visit to notice', 160, measured)).toEqual(['From first visit', 'to notice'])
})

test('A-047 the ring shows the total of its visible parts in the middle; the legend hides parts', () => {
  const middle = (chart: RingChart) => textsOf(chart).map(({ text }) => text)
  expect(middle({ ...ring, parts: [{ ...ring.parts[0]!, value: 1240 }] })).toEqual(['1,240', 'Infringement'])
  expect(areasOf(ring).map(({ part }) => part!.tooltip)).toEqual([
    ['Success 1 · 33.3%'],
    ['Awaiting Approval 2 · 66.7%'],
  ])
  const less = without(ring, new Set(['Success']))
  expect([totalOf(ring), totalOf(less), partsOf(less).map(({ name }) => name)]).toEqual([3, 2, ['Awaiting Approval']])
})

test('the table of a chart has its numbers, and the segment of each', () => {
  expect(tableOf(bars)).toEqual({
    heads: ['', 'Success', 'Awaiting Approval', 'Total'],
    rows: [
      { cells: ['Jan 2026'], numbers: [90, 10, 100], segments: segmentsOf('2026-01') },
      { cells: ['Feb 2026'], numbers: [8, 92, 100], segments: segmentsOf('2026-02') },
    ],
  })
  expect(tableOf(ring).rows.map(({ cells, numbers }) => [cells[0], ...numbers])).toEqual([
    ['Success', 1, 33.3],
    ['Awaiting Approval', 2, 66.7],
  ])
  expect(describeChart(bars)).toBe('200 in total: Success 98, Awaiting Approval 102')
})

const segmentsOf = (mark: string) => bars.series.map(({ code, name }) => ({ code, name, mark }))

test('areas contrast with the background in both schemes and carry readable text', () => {
  const colours = [
    ...chartStatuses.map(({ colour }) => colour),
    ...Array.from({ length: 10 }, (_, n) => orderedColour(n)),
  ]
  for (const scheme of ['light', 'dark'] as const)
    for (const colour of colours) {
      const palette = chartPalette(scheme)
      const area = areaColour(colour, palette)
      expect(contrastOf(area, textColourOn(area)), `${colour} ${scheme}`).toBeGreaterThan(4.3)
      if (scheme === 'dark') expect(contrastOf(area, palette.background), colour).toBeGreaterThan(3)
      else expect(area).toBe(colour)
    }
})

test('the gauge is filled as far as its percentage, and says of how many', () => {
  const gauge = { kind: 'gauge', name: 'Enforcement Percentage', percent: 62.5, total: 1200 } as const
  expect(textsOf(gauge).map(({ text }) => text)).toEqual(['62.5%', 'of 1,200'])
  expect(areasOf(gauge)).toHaveLength(2)
  expect(areasOf({ ...gauge, percent: 0 })).toHaveLength(1)
  for (const { path } of areasOf(gauge)) expect(path).not.toContain('NaN')
})

test('grouped bars are not stacked and show their unit and counts, without a total', () => {
  const grouped: BarsChart = {
    ...bars,
    series: bars.series.map((one, at) => ({ ...one, name: ['Half', 'Nine in ten'][at]!, data: [1.5, 40] })),
    grouped: { unit: 'days', countLabel: 'Findings', counts: [7, 1200] },
  }
  expect(tableOf(grouped)).toMatchObject({
    heads: ['', 'Half (days)', 'Nine in ten (days)', 'Findings'],
    rows: [{ numbers: [1.5, 1.5, 7] }, { numbers: [40, 40, 1200] }],
  })
  expect(describeChart(grouped)).toContain('Jan 2026: Half 1.5 days, Nine in ten 1.5 days')
  expect(areasOf(grouped).map(({ part }) => part!.tooltip)[1]).toEqual(['Feb 2026', 'Half 40 days', '1,200 Findings'])
  // A value that is not known has no bar and no number.
  const half: BarsChart = {
    ...grouped,
    series: grouped.series.map((one, n) => (n === 0 ? one : { ...one, data: [1.5, null] })),
  }
  expect(tableOf(half).rows[1]!.numbers).toEqual([40, null, 1200])
  expect(describeChart(half)).toBe('Jan 2026: Half 1.5 days, Nine in ten 1.5 days; Feb 2026: Half 40 days')
  expect(areasOf(half)).toHaveLength(3)
  // Each bar has its number at the end, however short it is; horizontal bars wrap long labels.
  const long = { ...grouped, horizontal: true, labels: ['From the first visit to the notice', 'Feb 2026'] }
  const texts = textsOf(long, { width: 280 })
  const number = texts.find(({ text }) => text === '1.5')!
  expect(number.anchor).toBe('start')
  expect(texts.filter(({ anchor }) => anchor === 'end').length).toBeGreaterThan(2)
})

test('the file of a chart is named after title, company, brand and period; blank parts are left out', () => {
  expect(chartFileName('By status', ['Aurevia Göttingen', '', '2026-01-01 to 2026-01-31'])).toBe(
    'by-status-aurevia-göttingen-2026-01-01-to-2026-01-31',
  )
  expect(chartFileName('Brands', [])).toBe('brands')
  expect(chartFileName('a'.repeat(300), []).length).toBe(120)
  expect(periodForFile({ startDate: '2026-01-05', endDate: '2026-01-05' })).toBe('2026-01-05')
})
