import { Button, Group, Progress, Stack, Table, Text } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { decisions as calls } from '#features/findings/contract-decisions.ts'
import type { BulkDecision, DecisionPreview } from '#features/findings/contract-schemas.ts'
import { toastError } from '#kit/web/alerts.ts'
import { call } from '#kit/web/call.ts'
import { StatusMark } from '#kit/web/cells.tsx'
import { delays } from '#kit/web/delays.ts'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import { countText } from '#vocabulary/numbers.ts'
import { texts } from './texts.ts'

/** What a decision leaves out, by reason: how many findings of each status. */
export function LeftOut({ leftOut }: Pick<DecisionPreview, 'leftOut'>) {
  if (leftOut.length === 0) return null
  return (
    <Table verticalSpacing={4} fz="sm" layout="fixed" aria-label={texts.leftOut} captionSide="top">
      <Table.Caption ta="left">{texts.leftOut}</Table.Caption>
      <colgroup>
        <col style={{ width: 64 }} />
        <col />
      </colgroup>
      {[...Map.groupBy(leftOut, ({ reason }) => reason)].map(([reason, counts]) => (
        <Table.Tbody key={reason}>
          <Table.Tr>
            <Table.Th scope="rowgroup" colSpan={2} pt={8}>
              {reason}
            </Table.Th>
          </Table.Tr>
          {counts.map(({ status, count }) => (
            <Table.Tr key={status}>
              <Table.Td className="tabular" ta="right">
                {countText(count)}
              </Table.Td>
              <Table.Td>{status ? <StatusMark code={status} /> : '–'}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      ))}
    </Table>
  )
}

type Props = {
  decisions: readonly BulkDecision[]
  /** Called once with all of them, when none is running any more. */
  onEnd: (decisions: readonly BulkDecision[]) => void
  close: () => void
}

/** The progress of decisions that were made together; they continue when the dialog is closed, and can be stopped. */
export function DecisionProgress({ decisions, onEnd, close }: Props) {
  const found = useQueries({
    queries: decisions.map((one) => ({
      queryKey: ['bulk decision', one.id],
      queryFn: ({ signal }: { signal: AbortSignal }) => call(calls.read, { id: one.id }, { signal }),
      initialData: one,
      refetchInterval: ({ state }: { state: { data: BulkDecision | undefined } }) =>
        state.data && state.data.state !== 'Running' ? (false as const) : delays.making,
    })),
  })
  const now = found.map(({ data }) => data)
  const isRunning = now.some(({ state }) => state === 'Running')
  const finish = useEffectEvent(() => {
    if (now.some(({ state }) => state === 'Failed')) toastError(texts.decisionFailed)
    onEnd(now)
  })
  useEffect(() => {
    if (!isRunning) finish()
  }, [isRunning])
  const stop = async () => {
    try {
      for (const one of now) if (one.state === 'Running') await call(calls.stop, { id: one.id })
    } catch (problem) {
      toastError(sentenceOf(problem))
    }
    for (const one of found) void one.refetch()
  }
  const total = now.reduce((sum, one) => sum + one.total, 0)
  const done = now.reduce((sum, { changed, leftOut }) => sum + changed + leftOut, 0)
  return (
    <Stack gap="sm">
      <Text size="sm" role="status" className="tabular">
        {texts.deciding(done, total)}
      </Text>
      <Progress value={total === 0 ? 0 : (100 * done) / total} aria-label={texts.decideOn} />
      <Text size="sm" c="dimmed">
        {texts.goesOn}
      </Text>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={() => void stop()}>
          {texts.stop}
        </Button>
        <Button onClick={close}>{texts.close}</Button>
      </Group>
    </Stack>
  )
}
