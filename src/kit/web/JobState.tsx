import { Progress, Text } from '@mantine/core'
import { aboutDuration } from '#vocabulary/ages.ts'
import { hasBegun, type JobState as State } from '#vocabulary/job-states.ts'
import { counted, countText } from '#vocabulary/numbers.ts'
import { Mark } from './cells.tsx'

/** Colours of the states, shown next to their names. */
const colours: Readonly<Record<State, string>> = {
  Pending: '#757575',
  Processing: '#1565c0',
  Paused: '#8a6100',
  Completed: '#2e7d32',
  Failed: '#c62828',
}

type Props = {
  state: State
  /** As the list names the state; the state itself if it has no other name. */
  name?: string
  /** Where the list has colours of its own. */
  colour?: string
  /** Lines or records that are finished, those of them that failed, and all. */
  done: number
  failed?: number
  total: number
  /** About how long it will take. */
  secondsLeft?: number | null
  /** Why it failed, is paused, or will be tried again. */
  problem: string | null
}

/** The state of a queued job with its progress, also between two turns, and the reason why it stands. */
export function JobState(props: Props) {
  const { state, name = state, colour = colours[state], done, failed = 0, total, secondsLeft = null, problem } = props
  return (
    <div role="status">
      <Mark name={name} colour={colour} />
      {hasBegun({ state, done }) ? (
        <>
          <Text size="xs">
            {countText(done)} of {countText(Math.max(done, total))}
          </Text>
          <Progress size="xs" value={(100 * done) / Math.max(1, done, total)} aria-label={name} />
          {secondsLeft === null ? null : <Text size="xs">{aboutDuration(secondsLeft)} left</Text>}
        </>
      ) : null}
      {failed > 0 ? (
        <Text size="xs" c="dimmed">
          {counted(failed, 'line')} failed
        </Text>
      ) : null}
      {problem === null || state === 'Completed' ? null : (
        <Text size="xs" c="dimmed">
          {problem}
        </Text>
      )}
    </div>
  )
}
