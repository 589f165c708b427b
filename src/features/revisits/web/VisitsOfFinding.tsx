import { Button, Group, Modal, Text, Tooltip } from '@mantine/core'
import { IconRefresh, IconWorldSearch } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { revisits, type Visit } from '#features/revisits/contract.ts'
import { messages } from '#features/revisits/messages.ts'
import { toastError, toastSuccess } from '#kit/web/alerts.ts'
import { call } from '#kit/web/call.ts'
import { delays } from '#kit/web/delays.ts'
import { ErrorState, sentenceOf } from '#kit/web/ErrorState.tsx'
import { LoadingRows } from '#kit/web/Loading.tsx'
import { useSettings } from '#kit/web/settings.ts'
import { showDayOf, showTime } from '#vocabulary/dates.ts'
import { ClockLine } from './ClockLine.tsx'
import { texts } from './texts.ts'
import { VisitsTable } from './VisitsTable.tsx'

/** The visits of an enforced finding, and its clock. */
export function VisitsOfFinding({ row: { id } }: { row: { id: string } }) {
  const [isOpen, setOpen] = useState(false)
  const { businessZone } = useSettings()
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['revisits', 'of', id],
    queryFn: ({ signal }) => call(revisits.ofFinding, { id }, { signal }),
    retry: false,
    // Refetched until the requested visit has taken place.
    refetchInterval: ({ state }) => (state.data?.isRequested ? delays.mail : false),
  })
  const requestVisit = useRequestVisit(id)
  if (isPending) return <LoadingRows rows={1} height={28} />
  if (error) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data.clock) return null
  const [last] = data.visits
  return (
    <section aria-label={texts.visits}>
      <ClockLine clock={data.clock} zone={businessZone} />
      <Group gap={6} mt={8}>
        <Text size="sm" role="status">
          {data.isRequested ? texts.visitPending : last ? lastVisitText(last, businessZone) : texts.notYet}
        </Text>
        <Tooltip label={texts.off} disabled={data.isOn}>
          <Button
            size="compact-xs"
            variant="default"
            leftSection={<IconRefresh size={14} aria-hidden />}
            loading={requestVisit.isPending}
            // aria-disabled instead of disabled, so that the reason stays reachable.
            aria-disabled={!data.isOn}
            data-disabled={!data.isOn || undefined}
            onClick={() => (data.isOn ? requestVisit.mutate() : toastError(texts.off))}
          >
            {texts.now}
          </Button>
        </Tooltip>
        {last ? (
          <Button
            size="compact-xs"
            variant="subtle"
            leftSection={<IconWorldSearch size={14} aria-hidden />}
            onClick={() => setOpen(true)}
          >
            {texts.all(data.total)}
          </Button>
        ) : null}
      </Group>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={texts.visits} size="xl">
        <VisitsTable visits={data.visits} zone={businessZone} />
        {data.total > data.visits.length ? (
          <Text size="xs" c="dimmed">
            {texts.onlyLast(data.visits.length, data.total)}
          </Text>
        ) : null}
      </Modal>
    </section>
  )
}

function useRequestVisit(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call(revisits.visitNow, { id }),
    onSuccess: ({ message }) => toastSuccess(message),
    onError: (error) => toastError(sentenceOf(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ['revisits', 'of', id] }),
  })
}

const lastVisitText = ({ at, outcome, statusCode, streak }: Visit, zone: string) =>
  texts.last({
    day: showDayOf(at, zone),
    time: showTime(at, zone),
    what: messages.outcome[outcome].toLowerCase() + (statusCode === null ? '' : ` (${statusCode})`),
    streak: texts.streakText(streak),
  })
