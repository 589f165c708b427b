import { useShownScheme } from '#kit/web/shown-scheme.ts'
import { type Chart, partsOf, percentOf, totalOf } from './chart.ts'
import { areaColour, chartPalette } from './chart-palette.ts'
import classes from './chart.module.css'
import { countText } from '#vocabulary/numbers.ts'

type Props = { chart: Chart; hidden: ReadonlySet<string>; toggle: (name: string) => void }

/** Legend of a chart; a click hides a part of the chart or shows it again. */
export function ChartLegend({ chart, hidden, toggle }: Props) {
  const palette = chartPalette(useShownScheme())
  const parts = partsOf(chart)
  if (parts.length === 0 || (parts.length === 1 && chart.kind === 'bars')) return null
  const total = totalOf(chart)
  const isRing = chart.kind === 'ring'
  return (
    <ul className={isRing ? classes['list'] : classes['legend']} aria-label="Legend">
      {parts.map(({ name, colour, value }) => (
        <li key={name}>
          <button
            type="button"
            aria-pressed={!hidden.has(name)}
            className={classes['entry']}
            onClick={() => toggle(name)}
          >
            <span className={classes['dot']} style={{ background: areaColour(colour, palette) }} aria-hidden />
            <span className={classes['name']} title={name}>
              {name}
            </span>
            {isRing && (
              <span className={classes['value']}>
                {countText(value)}
                <span className={classes['share']}>{shareOf(value, total)}</span>
              </span>
            )}
          </button>
        </li>
      ))}
    </ul>
  )
}

function shareOf(value: number, total: number): string {
  const share = percentOf(value, total)
  return value > 0 && share < 1 ? '<1%' : `${Math.round(share)}%`
}
