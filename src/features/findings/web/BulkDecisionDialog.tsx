import { Button, Group, Modal, Progress, Stack, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { decisions } from '#features/findings/contract.ts'
import type { BulkDecision, DecisionPreview } from '#features/findings/contract-schemas.ts'
import { useSession } from '#features/sessions/web/session-context.tsx'
import { toastError, toastSuccess } from '#kit/web/alerts.ts'
import { call, CallFailed } from '#kit/web/call.ts'
import { StatusMark } from '#kit/web/cells.tsx'
import { delays } from '#kit/web/delays.ts'
import { ErrorState, sentenceOf } from '#kit/web/ErrorState.tsx'
import { LoadingRows } from '#kit/web/Loading.tsx'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { countText } from '#vocabulary/numbers.ts'
import { statusDisplay } from '#vocabulary/statuses.ts'
import type { Selected } from './DecideMany.tsx'
import { isReason, ReasonField } from './ReasonDialog.tsx'
import { texts } from './texts.ts'
import { undoMilliseconds } from './use-undo-offer.ts'

type Props = {
  platform: FindingPlatformDefinition
  status: string
  selected: Selected
  close: () => void
  onChanged: () => void
}

/** A decision on many findings: how many move and which are left out and why, then the progress. */
export function BulkDecisionDialog({ platform, status, selected, close, onChanged }: Props) {
  const [started, setStarted] = useState<BulkDecision>()
  const [fresh, setFresh] = useState<DecisionPreview>()
  const [isStarting, setStarting] = useState(false)
  const { role } = useSession()
  const [reason, setReason] = useState('')
  // What was selected when the dialog was opened: a live list may change below it.
  const [subject] = useState(() => ({
    platform: platform.value,
    status,
    ...('ids' in selected ? { ids: [...selected.ids] } : { list: { ...selected.list } }),
  }))
  const { data, error, refetch } = useQuery({
    queryKey: ['decision preview', subject],
    queryFn: ({ signal }) => call(decisions.preview, subject, { signal }),
    gcTime: 0,
    retry: false,
  })
  const preview = fresh ?? data
  const { name } = statusDisplay(status)

  const undo = async (id: string) => {
    try {
      const { message } = await call(decisions.undo, { id })
      toastSuccess(message)
      onChanged()
    } catch (problem) {
      toastError(sentenceOf(problem))
    }
  }
  const finish = (decision: BulkDecision) => {
    toastSuccess(texts.moved(decision.changed, name), {
      milliseconds: undoMilliseconds,
      action: { label: texts.undo, run: () => void undo(decision.id) },
    })
    if (decision.leftOut > 0) toastSuccess(texts.keptByOthers(decision.leftOut))
    onChanged()
    close()
  }
  const start = async (changes: number, overrideReason?: string) => {
    setStarting(true)
    try {
      const { decision } = await call(decisions.start, { ...subject, changes, overrideReason })
      if (decision.state === 'Done') finish(decision)
      else setStarted(decision)
    } catch (problem) {
      toastError(sentenceOf(problem))
      if (problem instanceof CallFailed && problem.answer['preview'])
        setFresh(problem.answer['preview'] as DecisionPreview)
    } finally {
      setStarting(false)
    }
  }
  return (
    <Modal opened onClose={close} title={texts.moveTo(name)} size="md">
      {started ? (
        <Running decision={started} onEnd={finish} close={close} />
      ) : error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : preview ? (
        <Stack gap="sm">
          <Text size="sm" role="status">
            {texts.willMove(preview.changes, preview.total, name)}
          </Text>
          <LeftOut preview={preview} />
          {role === 'Admin' && preview.unapproved > 0 ? <ReasonField reason={reason} onReason={setReason} /> : null}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close}>
              {texts.cancel}
            </Button>
            {role === 'Admin' && preview.unapproved > 0 ? (
              <Button
                variant="default"
                disabled={!isReason(reason)}
                loading={isStarting}
                onClick={() => void start(preview.changes + preview.unapproved, reason)}
              >
                {texts.moveAll(preview.changes + preview.unapproved)}
              </Button>
            ) : null}
            <Button
              data-autofocus
              disabled={preview.changes === 0}
              loading={isStarting}
              onClick={() => void start(preview.changes)}
            >
              {texts.moveMany(preview.changes, name)}
            </Button>
          </Group>
        </Stack>
      ) : (
        <LoadingRows rows={3} height={32} />
      )}
    </Modal>
  )
}

function LeftOut({ preview: { leftOut } }: { preview: DecisionPreview }) {
  if (leftOut.length === 0) return null
  return (
    <Table verticalSpacing={6} fz="sm" aria-label={texts.leftOut} captionSide="top">
      <Table.Caption ta="left">{texts.leftOut}</Table.Caption>
      <Table.Tbody>
        {leftOut.map(({ status, count, reason }) => (
          <Table.Tr key={`${status} ${reason}`}>
            <Table.Td className="tabular" ta="right" w={72}>
              {countText(count)}
            </Table.Td>
            <Table.Td>{status ? <StatusMark code={status} /> : '–'}</Table.Td>
            <Table.Td>{reason}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

type RunningProps = { decision: BulkDecision; onEnd: (decision: BulkDecision) => void; close: () => void }

/** The progress of a decision; it continues when the dialog is closed, and can be stopped. */
function Running({ decision, onEnd, close }: RunningProps) {
  const { data = decision } = useQuery({
    queryKey: ['bulk decision', decision.id],
    queryFn: ({ signal }) => call(decisions.read, { id: decision.id }, { signal }),
    refetchInterval: ({ state }) => (state.data && state.data.state !== 'Running' ? false : delays.making),
  })
  const finish = useEffectEvent(onEnd)
  useEffect(() => {
    if (data.state !== 'Running') finish(data)
  }, [data])
  const stop = async () => {
    try {
      onEnd((await call(decisions.stop, { id: decision.id })).decision)
    } catch (problem) {
      toastError(sentenceOf(problem))
    }
  }
  const done = data.changed + data.leftOut
  return (
    <Stack gap="sm">
      <Text size="sm" role="status">
        {texts.deciding(done, data.total)}
      </Text>
      <Progress value={data.total === 0 ? 0 : (100 * done) / data.total} aria-label={texts.decideOn} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={() => void stop()}>
          {texts.stop}
        </Button>
        <Button onClick={close}>{texts.close}</Button>
      </Group>
    </Stack>
  )
}
