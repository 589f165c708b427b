import { expect, test } from 'vitest'
import { type BarsChart, partsOf, type RingChart, describeChart, tableOf, totalOf, without } from './chart.ts'
import { areaColour, chartPalette, textColourOn, orderedColour } from './chart-palette.ts'
import { optionsOf, percentLabel } from './options.ts'
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
const drawing = { palette: chartPalette('light'), reduceMotion: true, width: 600, height: 240 }
type Series = {
  barMaxWidth: number
  data: number[]
  label: { show: boolean; rotate?: number; formatter: (params: object) => string }
}
const seriesOf = (chart: BarsChart, more: object = {}) =>
  optionsOf(chart, { ...drawing, ...more })['series'] as unknown as Series[]

test('A-151 A-048 percentages below 9 are not written on bars, and no bar is wider than 60', () => {
  expect([percentLabel(9, 100), percentLabel(8.99, 100), percentLabel(1, 3), percentLabel(0, 0)]).toEqual([
    '9%',
    '',
    '33%',
    '',
  ])
  const [success, awaiting] = seriesOf(bars)
  expect([success!.barMaxWidth, awaiting!.barMaxWidth]).toEqual([60, 60])
  const written = (item: Series) => item.data.map((value, dataIndex) => item.label.formatter({ value, dataIndex }))
  expect(written(success!)).toEqual(['90%', ''])
  expect(written(awaiting!)).toEqual(['10%', '92%'])
  // In narrow columns the percentages are turned, not left out.
  const narrow = seriesOf(bars, { width: 110 })[0]!
  expect([narrow.label.show, narrow.label.rotate, success!.label.rotate]).toEqual([true, 90, undefined])
})

test('A-047 the ring shows the total of its visible parts in the middle; the legend hides parts', () => {
  const middle = (chart: RingChart) =>
    (optionsOf(chart, drawing)['series'] as { label: { formatter: string } }[])[0]!.label.formatter
  expect(middle({ ...ring, parts: [{ ...ring.parts[0]!, value: 1240 }] })).toBe('{total|1,240}\n{name|Infringement}')
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

test('tooltip text is escaped, whatever a seller is called', () => {
  const evil = { ...bars, labels: ['<img src=x onerror=alert(1)>'], marks: ['x'] }
  const { tooltip } = seriesOf(evil)[0] as unknown as { tooltip: { formatter: (params: object) => string } }
  expect(tooltip.formatter({ dataIndex: 0 })).not.toContain('<img')
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
  const series = seriesOf(grouped) as unknown as {
    stack?: string
    tooltip: { formatter: (params: object) => string }
  }[]
  expect(series.map(({ stack }) => stack)).toEqual([undefined, undefined])
  expect(series[0]!.tooltip.formatter({ dataIndex: 1 })).toBe('Feb 2026<br>Half 40 days<br>1,200 Findings')

  // Each bar has its number at the end, however short it is; horizontal bars wrap long labels.
  const horizontal = optionsOf({ ...grouped, horizontal: true }, { ...drawing, width: 280 })
  const [short] = horizontal['series'] as unknown as {
    label: { position: string; formatter: (params: object) => string }
  }[]
  expect(short!.label.position).toBe('right')
  expect(short!.label.formatter({ value: 0.1, dataIndex: 0 })).toBe('0.1')
  expect(horizontal['yAxis']).toMatchObject({ axisLabel: { overflow: 'break' } })
})
