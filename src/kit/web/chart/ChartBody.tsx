import { Text } from '@mantine/core'
import { type Chart, type ChartActions, describeChart, totalOf, without } from './chart.ts'
import { useNarrow } from '#kit/web/narrow.ts'
import { ChartDrawing } from './ChartDrawing.tsx'
import { ChartLegend } from './ChartLegend.tsx'
import { ChartTable } from './ChartTable.tsx'
import classes from './chart.module.css'

/** Text of an empty chart (C-316, A-053). */
export const noData = 'No data available'

type Props = {
  title: string
  chart: Chart
  actions: ChartActions
  hidden: ReadonlySet<string>
  toggle: (name: string) => void
  isTable: boolean
  isLarge?: boolean
  hasLegend?: boolean
}

/** A chart with its legend, or its table, or the text that there is no data. */
export function ChartBody({
  title,
  chart,
  actions,
  hidden,
  toggle,
  isTable,
  isLarge = false,
  hasLegend = true,
}: Props) {
  const size = isLarge ? 'large' : 'small'
  if (totalOf(chart) === 0)
    return (
      <div className={classes['empty']} data-kind={chart.kind} role="status">
        <Text size="sm" c="dimmed">
          {noData}
        </Text>
      </div>
    )
  if (isTable) return <ChartTable title={title} chart={chart} actions={actions} />
  return (
    <div className={classes['body']} data-kind={chart.kind} data-size={size} data-chart-body>
      <Picture title={title} chart={without(chart, hidden)} actions={actions} size={size} />
      {hasLegend && <ChartLegend chart={chart} hidden={hidden} toggle={toggle} />}
    </div>
  )
}

function Picture({
  title,
  chart: given,
  actions,
  size,
}: {
  title: string
  chart: Chart
  actions: ChartActions
  size: 'small' | 'large'
}) {
  const chart = readableAt(given, useNarrow())
  return (
    <div
      className={classes['stage']}
      data-kind={chart.kind}
      data-size={size}
      data-horizontal={isHorizontal(chart) || undefined}
      data-rows={rowsOf(chart)}
      style={size === 'small' ? heightOf(chart) : undefined}
    >
      <ChartDrawing chart={chart} label={`${title}. ${describeChart(chart)}`} onPick={actions.open} />
    </div>
  )
}

const isHorizontal = (chart: Chart): boolean => chart.kind === 'bars' && chart.horizontal === true

/** More rows than a year of months are too long for a phone: their bars stay upright. */
const maxRows = 13

/** A phone is too narrow for the percentages of bars side by side: there, they are rows. */
function readableAt(chart: Chart, isNarrow: boolean): Chart {
  const isUpright = chart.kind === 'bars' && !chart.horizontal && !chart.grouped
  return isNarrow && isUpright && chart.labels.length <= maxRows ? { ...chart, horizontal: true } : chart
}

/** Height of horizontal bars: in grouped ones each row has room for a label of two lines, in others for its percentages. */
function heightOf(chart: Chart): { height: number } | undefined {
  if (chart.kind !== 'bars' || !chart.horizontal) return undefined
  if (chart.grouped) return { height: Math.max(140, chart.labels.length * 38 + 48) }
  return chart.labels.length > 3 && chart.labels.length <= maxRows
    ? { height: chart.labels.length * 28 + 24 }
    : undefined
}

/** Number of rows of a horizontal chart, as a size class of the style sheet. */
function rowsOf(chart: Chart): 'few' | 'some' | 'many' {
  const count = chart.kind === 'bars' ? chart.labels.length : 0
  return count <= 3 ? 'few' : count <= 12 ? 'some' : 'many'
}
