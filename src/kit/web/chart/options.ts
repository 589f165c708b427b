import type { EChartsOption } from 'echarts'
import {
  type BarsChart,
  type Chart,
  type GaugeChart,
  minLabelledPercent,
  percentOf,
  type RingChart,
  totalOf,
  maxBarWidth,
} from './chart.ts'
import { areaColour, chartFont, type ChartPalette, textColourOn } from './chart-palette.ts'
import { countText } from '#vocabulary/numbers.ts'

export type DrawOptions = { palette: ChartPalette; reduceMotion: boolean; width: number; height: number }

/** The options of a chart for ECharts. */
export function optionsOf(chart: Chart, drawing: DrawOptions): EChartsOption {
  const { palette, reduceMotion } = drawing
  return {
    animation: !reduceMotion,
    animationDuration: 350,
    animationDurationUpdate: 250,
    textStyle: { fontFamily: chartFont, color: palette.text },
    tooltip: {
      trigger: 'item',
      confine: true,
      backgroundColor: palette.background,
      borderColor: palette.line,
      padding: [8, 12],
      textStyle: { color: palette.text, fontSize: 12, fontFamily: chartFont },
      extraCssText: 'box-shadow: 0 4px 16px rgb(16 20 30 / 14%); border-radius: 6px;',
    },
    ...(chart.kind === 'bars'
      ? bars(chart, drawing)
      : chart.kind === 'ring'
        ? ring(chart, palette)
        : gauge(chart, palette)),
  }
}

function bars(chart: BarsChart, { palette, width, height }: DrawOptions): EChartsOption {
  const totals = chart.labels.map((_, at) => chart.series.reduce((all, { data }) => all + (data[at] ?? 0), 0))
  // In narrow columns the percentages are turned, so that they fit whatever the number of columns.
  const isNarrow = !chart.horizontal && (width - 48) / Math.max(1, chart.labels.length) < 36
  const { grouped } = chart
  const perPixel = Math.max(...totals) / (chart.horizontal ? width * 0.62 : height - 60)
  const minPixels = chart.horizontal ? 30 : isNarrow ? 24 : 14
  const names = {
    type: 'category' as const,
    data: [...chart.labels],
    ...(chart.horizontal ? { inverse: true } : {}),
    axisTick: { show: false },
    axisLine: { lineStyle: { color: palette.line } },
    axisLabel: {
      color: palette.quiet,
      fontSize: 11,
      hideOverlap: true,
      ...(chart.horizontal
        ? {
            width: Math.min(grouped ? 220 : 140, width * (grouped ? 0.42 : 0.3)),
            // Labels of grouped bars are not truncated: they wrap to a second line.
            overflow: grouped ? ('break' as const) : ('truncate' as const),
            lineHeight: 13,
          }
        : {}),
    },
    ...(chart.axis
      ? {
          name: chart.axis,
          nameLocation: 'middle' as const,
          nameGap: 30,
          nameTextStyle: { color: palette.quiet, fontSize: 11 },
        }
      : {}),
  }
  const counts = {
    type: 'value' as const,
    minInterval: grouped ? 0 : 1,
    splitNumber: 4,
    axisLabel: { color: palette.quiet, fontSize: 11, hideOverlap: true, formatter: shortCount },
    splitLine: { lineStyle: { color: palette.line } },
  }
  return {
    grid: {
      left: 4,
      right: grouped && chart.horizontal ? 32 : 12,
      top: grouped ? 20 : 12,
      bottom: chart.axis ? 26 : 4,
      outerBoundsMode: 'same',
      outerBoundsContain: 'axisLabel',
    },
    xAxis: chart.horizontal ? counts : names,
    yAxis: chart.horizontal ? names : counts,
    series: chart.series.map(({ name, colour, data }) => {
      const area = areaColour(colour, palette)
      return {
        type: 'bar' as const,
        name,
        ...(grouped ? {} : { stack: 'all' }),
        data: [...data],
        barMaxWidth: chart.horizontal ? 32 : maxBarWidth,
        cursor: 'pointer',
        itemStyle: {
          color: area,
          borderColor: palette.background,
          borderWidth: chart.labels.length > 12 || chart.horizontal ? 0 : 0.5,
        },
        emphasis: { focus: 'series' as const },
        label: {
          show: true,
          fontSize: isNarrow ? 9 : 11,
          ...(isNarrow && !grouped ? { rotate: 90 } : {}),
          fontWeight: 500,
          // Grouped bars have the number at the end, where it fits short bars too; stacked parts have it inside.
          ...(grouped
            ? { position: chart.horizontal ? ('right' as const) : ('top' as const), distance: 4, color: palette.text }
            : { color: textColourOn(area) }),
          formatter: ({ value, dataIndex }: { value: unknown; dataIndex: number }) => {
            if (grouped) return String(value)
            return Number(value) < minPixels * perPixel ? '' : percentLabel(Number(value), totals[dataIndex] ?? 0)
          },
        },
        tooltip: {
          formatter: ({ dataIndex }: { dataIndex: number }) => {
            const value = data[dataIndex] ?? 0
            if (grouped) return groupedTooltip(chart, { name, value, at: dataIndex })
            return tooltipText(name, value, totals[dataIndex] ?? 0, chart.labels[dataIndex])
          },
        },
      }
    }),
  } as EChartsOption
}

/** Label of a stacked part: its share in whole percent, empty where the share is small. */
export function percentLabel(value: number, total: number): string {
  const share = total === 0 ? 0 : (value / total) * 100
  return share < minLabelledPercent ? '' : `${Math.round(share)}%`
}

function ring(chart: RingChart, palette: ChartPalette): EChartsOption {
  const total = totalOf(chart)
  return {
    series: [
      {
        type: 'pie',
        radius: ['64%', '92%'],
        cursor: 'pointer',
        itemStyle: { borderColor: palette.background, borderWidth: 2 },
        emphasis: { scaleSize: 3 },
        label: {
          show: true,
          position: 'center',
          formatter: `{total|${countText(total)}}\n{name|${chart.centre}}`,
          rich: {
            total: { fontSize: 24, fontWeight: 650, lineHeight: 30, color: palette.text },
            name: { fontSize: 12, lineHeight: 18, color: palette.quiet },
          },
        },
        labelLine: { show: false },
        // Only the first part draws the label in the middle; otherwise every part would draw it.
        data: chart.parts.map(({ name, value, colour }, at) => ({
          name,
          value,
          itemStyle: { color: areaColour(colour, palette) },
          ...(at > 0 ? { label: { show: false }, emphasis: { label: { show: false } } } : {}),
        })),
        tooltip: {
          formatter: ({ dataIndex }: { dataIndex: number }) => {
            const part = chart.parts[dataIndex]
            return part ? tooltipText(part.name, part.value, total) : ''
          },
        },
      },
    ],
  } as EChartsOption
}

function gauge({ percent, total }: GaugeChart, palette: ChartPalette): EChartsOption {
  return {
    tooltip: { show: false },
    series: [
      {
        type: 'gauge',
        startAngle: 180,
        endAngle: 0,
        center: ['50%', '78%'],
        radius: '130%',
        min: 0,
        max: 100,
        splitNumber: 4,
        silent: true,
        pointer: { show: false },
        anchor: { show: false },
        progress: { show: true, width: 18, roundCap: true, itemStyle: { color: palette.accent } },
        axisLine: { roundCap: true, lineStyle: { width: 18, color: [[1, palette.track]] } },
        axisTick: { show: false },
        splitLine: { show: false },
        axisLabel: { show: false },
        detail: {
          offsetCenter: [0, '-14%'],
          fontSize: 30,
          fontWeight: 650,
          color: palette.text,
          formatter: (value: number) => `${value}%`,
        },
        title: { offsetCenter: [0, '12%'], fontSize: 12, color: palette.quiet },
        data: [{ value: percent, name: `of ${countText(total)}` }],
      },
    ],
  } as EChartsOption
}

function groupedTooltip(
  { labels, grouped }: BarsChart,
  { name, value, at }: { name: string; value: number; at: number },
) {
  const countLine = `${countText(grouped?.counts[at] ?? 0)} ${grouped?.countLabel ?? ''}`
  return [labels[at] ?? '', `${name} ${value} ${grouped?.unit ?? ''}`, countLine].map(escapeHtml).join('<br>')
}

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

function tooltipText(name: string, value: number, total: number, label?: string): string {
  return [
    ...(label === undefined ? [] : [escapeHtml(label)]),
    `${escapeHtml(name)} <b>${countText(value)}</b> · ${percentOf(value, total)}%`,
  ].join('<br>')
}

function shortCount(value: number): string {
  return value >= 10_000 ? `${value / 1000}k` : countText(value)
}
