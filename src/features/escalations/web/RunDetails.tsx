import { Anchor, Box, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { escalations, type NextStep } from '#features/escalations/contract.ts'
import { call } from '#kit/web/call.ts'
import { ErrorState } from '#kit/web/ErrorState.tsx'
import { LoadingRows } from '#kit/web/Loading.tsx'
import { useSettings } from '#kit/web/settings.ts'
import { showMoment } from '#vocabulary/dates.ts'
import { eventLine, statusText, texts } from './texts.ts'

/** The state of one finding's escalation, and its history. */
export function RunDetails({ run }: { run: NextStep }) {
  const { businessZone: zone } = useSettings()
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['escalations', 'finding', run.findingId, run.version],
    queryFn: ({ signal }) => call(escalations.ofFinding, { id: run.findingId }, { signal }),
    retry: false,
  })
  if (isPending) return <LoadingRows rows={2} height={24} />
  if (error) return <ErrorState error={error} retry={() => void refetch()} />
  const now = data.data ?? run
  return (
    <>
      <Text size="sm" fw={600}>
        {statusText(now, zone)}
      </Text>
      {now.reason ? (
        <Text size="sm">
          {now.reason}
          {now.decidedBy ? ` (${now.decidedBy})` : ''}
        </Text>
      ) : null}
      {now.form ? (
        <Anchor
          size="sm"
          href={now.form}
          target="_blank"
          rel="noopener noreferrer nofollow"
          style={{ overflowWrap: 'anywhere' }}
        >
          {now.form}
        </Anchor>
      ) : null}
      <Box component="ol" aria-label={texts.history} m={0} pl="md" fz="xs">
        {data.data?.events.map((event) => (
          <li key={event.id}>
            <time dateTime={event.at}>{showMoment(event.at, zone)}</time> {eventLine(event)}
          </li>
        ))}
      </Box>
    </>
  )
}
