import { arc, pie } from 'd3-shape'
import { countText } from '#vocabulary/numbers.ts'
import { type GaugeChart, percentOf, type RingChart, totalOf } from './chart.ts'
import { areaColour } from './chart-palette.ts'
import type { Drawing, Shape } from './shapes.ts'

/** Pixels between the parts of a ring. */
const gap = 2
const gaugeWidth = 18

/** A ring of parts, with the total in its middle. */
export function ringScene(chart: RingChart, { palette, width, height }: Drawing): Shape[] {
  const total = totalOf(chart)
  const radius = Math.min(width, height) / 2
  const shape = arc<{ startAngle: number; endAngle: number }>()
    .innerRadius(radius * 0.64)
    .outerRadius(radius * 0.92)
    .padAngle(chart.parts.length > 1 ? gap / (radius * 0.78) : 0)
  const angles = pie<number>().sort(null)(chart.parts.map(({ value }) => value))
  const middle = { x: width / 2, y: height / 2 }
  const text = { kind: 'text', anchor: 'middle', x: middle.x } as const
  return [
    ...chart.parts.flatMap(({ code, name, colour, value }, at): Shape[] =>
      value === 0
        ? []
        : [
            {
              kind: 'area',
              path: moved(shape(angles[at]!)!, middle),
              fill: areaColour(colour, palette),
              part: {
                segment: { code, name },
                tooltip: [`${name} ${countText(value)} · ${percentOf(value, total)}%`],
              },
            },
          ],
    ),
    { ...text, y: middle.y - 9, text: countText(total), size: 24, weight: 650, fill: palette.text },
    { ...text, y: middle.y + 15, text: chart.centre, size: 12, fill: palette.quiet },
  ]
}

/** One percentage on a half circle. */
export function gaugeScene({ percent, total }: GaugeChart, { palette, width, height }: Drawing): Shape[] {
  const radius = Math.min(height * 0.65, width / 2 - 4)
  const middle = { x: width / 2, y: height * 0.78 }
  const shape = arc<{ endAngle: number }>()
    .innerRadius(radius - gaugeWidth)
    .outerRadius(radius)
    .cornerRadius(gaugeWidth / 2)
    .startAngle(-Math.PI / 2)
  const text = { kind: 'text', anchor: 'middle', x: middle.x } as const
  const share = Math.min(100, Math.max(0, percent)) / 100
  return [
    { kind: 'area', path: moved(shape({ endAngle: Math.PI / 2 })!, middle), fill: palette.track },
    ...(share > 0
      ? [
          {
            kind: 'area',
            path: moved(shape({ endAngle: Math.PI * (share - 0.5) })!, middle),
            fill: palette.accent,
          } as const,
        ]
      : []),
    { ...text, y: middle.y - radius * 0.14 - 8, text: `${percent}%`, size: 30, weight: 650, fill: palette.text },
    { ...text, y: middle.y + radius * 0.12, text: `of ${countText(total)}`, size: 12, fill: palette.quiet },
  ]
}

/** A path of d3-shape is around 0; this one is around `to`. All its commands are absolute: M, L, A, Z. */
function moved(path: string, { x, y }: { x: number; y: number }): string {
  return path.replace(/([MLA])([^MLAZ]*)/g, (_, command: string, rest: string) => {
    const numbers = rest.split(',').map(Number)
    numbers[numbers.length - 2]! += x
    numbers[numbers.length - 1]! += y
    return command + numbers.map((n) => Math.round(n * 100) / 100).join(',')
  })
}
