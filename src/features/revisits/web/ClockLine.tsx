import { Tooltip } from '@mantine/core'
import type { Clock } from '#features/revisits/contract.ts'
import { moments } from './texts.ts'
import { showDayOf, showTime } from '#vocabulary/dates.ts'
import { durationOf } from './durations.ts'
import classes from './revisits.module.css'
import { texts } from './texts.ts'

/** The dates of a finding in order, each with its definition, and the time since the previous one. */
export function ClockLine({ clock, zone }: { clock: Clock; zone: string }) {
  return (
    <ol className={classes['clock']} aria-label={texts.clockOfFinding}>
      {moments.map(([moment, name, definition], index) => {
        const at = clock[moment]
        // Missing dates in between are skipped.
        const before = moments.slice(0, index).reduce<string | null>((last, [one]) => clock[one] ?? last, null)
        const took = at !== null && before !== null ? Date.parse(at) - Date.parse(before) : null
        return (
          <li key={moment} data-moment={moment} data-missing={at === null || undefined}>
            <Tooltip
              label={`${name}: ${definition}`}
              multiline
              maw={320}
              events={{ hover: true, focus: true, touch: true }}
            >
              <span className={classes['moment']} tabIndex={0}>
                {name}
              </span>
            </Tooltip>
            {at === null ? (
              <span className={classes['missing']}>–</span>
            ) : (
              <time dateTime={at} title={showTime(at, zone)}>
                {showDayOf(at, zone)}
              </time>
            )}
            <span className={classes['took']}>{took === null ? '' : signedDuration(took / 1000)}</span>
          </li>
        )
      })}
    </ol>
  )
}

const signedDuration = (seconds: number) =>
  seconds >= 0 ? `+${durationOf(seconds)}` : `${durationOf(-seconds)} ${texts.before}`
