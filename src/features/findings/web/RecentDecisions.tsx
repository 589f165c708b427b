import { Button, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { decisions } from '#features/findings/contract-decisions.ts'
import type { BulkDecision } from '#features/findings/contract-schemas.ts'
import { toastOutcome } from '#kit/web/alerts.ts'
import { OpenModal } from '#kit/web/OpenModal.tsx'
import { call } from '#kit/web/call.ts'
import { StatusMark } from '#kit/web/cells.tsx'
import { delays } from '#kit/web/delays.ts'
import { ErrorState } from '#kit/web/ErrorState.tsx'
import { LoadingRows } from '#kit/web/Loading.tsx'
import { useSettings } from '#kit/web/settings.ts'
import { platformOf } from '#platforms/all.ts'
import { showMoment } from '#vocabulary/dates.ts'
import { texts } from './texts.ts'

const isBusy = ({ state }: BulkDecision) => state === 'Running' || state === 'Undoing'

/** The person's own decisions on many findings, the newest first: how far each is, and Undo. */
export function RecentDecisions({ close, onChanged }: { close: () => void; onChanged: () => void }) {
  const { businessZone: zone } = useSettings()
  const { data, error, refetch } = useQuery({
    queryKey: ['recent decisions'],
    queryFn: ({ signal }) => call(decisions.recent, {}, { signal }),
    refetchInterval: ({ state }) => (state.data?.docs.some(isBusy) ? delays.making : false),
    gcTime: 0,
    retry: false,
  })
  const change = async (id: string, what: typeof decisions.undo | typeof decisions.stop) => {
    if (await toastOutcome(() => call(what, { id }))) onChanged()
    void refetch()
  }
  return (
    <OpenModal onClose={close} title={texts.recentDecisions} size="lg">
      {error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : !data ? (
        <LoadingRows rows={3} height={32} />
      ) : data.docs.length === 0 ? (
        <Text size="sm">{texts.noDecisions}</Text>
      ) : (
        <Table verticalSpacing={6} fz="sm" aria-label={texts.recentDecisions}>
          <Table.Tbody>
            {data.docs.map((one) => (
              <Table.Tr key={one.id}>
                <Table.Td className="tabular">{showMoment(one.createdAt, zone)}</Table.Td>
                <Table.Td>{platformOf(one.platform)?.title}</Table.Td>
                <Table.Td>
                  <StatusMark code={one.status} />
                </Table.Td>
                <Table.Td className="tabular">
                  {one.state.startsWith('Undo')
                    ? texts.undoing(one.undone, one.changed)
                    : texts.deciding(one.changed + one.leftOut, one.total)}
                  {one.state === 'Failed' && <Text size="xs">{texts.decisionFailed}</Text>}
                </Table.Td>
                <Table.Td ta="right">
                  {one.state === 'Running' && (
                    <Button size="compact-xs" variant="default" onClick={() => void change(one.id, decisions.stop)}>
                      {texts.stop}
                    </Button>
                  )}
                  {one.mayUndo && (
                    <Button size="compact-xs" variant="default" onClick={() => void change(one.id, decisions.undo)}>
                      {texts.undo}
                    </Button>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </OpenModal>
  )
}
