import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { PeekSlotProps } from '#features/findings/web/slots.ts'
import { history } from '#features/history/contract.ts'
import { call } from '#kit/web/call.ts'
import { StatusMark } from '#kit/web/cells.tsx'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import { LoadingRows } from '#kit/web/Loading.tsx'
import { previousOf } from '#kit/web/previous-of.ts'
import { useSettings } from '#kit/web/settings.ts'
import { showDayOf, showTime } from '#vocabulary/dates.ts'
import classes from './Log.module.css'
import { texts } from './texts.ts'
import { whoMade } from './who-made.ts'

/** The changes of a finding that is open beside a list; the person's own last decision can be undone. */
export function ChangesOfFinding({ platform, row, undoChange }: PeekSlotProps) {
  const { businessZone: zone } = useSettings()
  const ofFinding = ['changes of finding', row.id]
  const { data, error, isPending } = useQuery({
    // A decision changes the status, so that the history is read again.
    queryKey: [...ofFinding, row.status],
    queryFn: ({ signal }) => call(history.changes, { id: row.id, platform: platform.value }, { signal }),
    placeholderData: previousOf(ofFinding),
    retry: false,
  })
  if (isPending) return <LoadingRows rows={2} height={36} />
  if (error) return <p role="alert">{sentenceOf(error)}</p>
  if (data.changes.length === 0) return null
  return (
    <section aria-label={texts.history}>
      <h3 className={classes.small}>{texts.history}</h3>
      <ol className={classes.changes}>
        {data.changes.map((change) => (
          <li key={change.id}>
            <span className={classes.move}>
              {change.statusFrom ? <StatusMark code={change.statusFrom} /> : <span>{texts.newRecord}</span>}
              <span aria-label="to">→</span>
              <StatusMark code={change.statusTo} />
              {change.moment !== null && (
                <Button size="compact-xs" variant="default" onClick={() => void undoChange(change.moment!)}>
                  {texts.undo}
                </Button>
              )}
            </span>
            <span className={classes.by}>
              {whoMade(change)} ·{' '}
              <time dateTime={change.at}>
                {showDayOf(change.at, zone)} {showTime(change.at, zone)}
              </time>
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
