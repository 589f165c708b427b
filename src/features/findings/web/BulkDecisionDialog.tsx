import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { decisions } from '#features/findings/contract.ts'
import type { BulkDecision, DecisionPreview } from '#features/findings/contract-schemas.ts'
import { useSession } from '#features/sessions/web/session-context.tsx'
import { OpenModal } from '#kit/web/OpenModal.tsx'
import { toastError, toastSuccess } from '#kit/web/alerts.ts'
import { call, CallFailed } from '#kit/web/call.ts'
import { ErrorState, sentenceOf } from '#kit/web/ErrorState.tsx'
import { LoadingRows } from '#kit/web/Loading.tsx'
import { useDiscardGuard } from '#kit/web/use-discard-guard.tsx'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { statusDisplay } from '#vocabulary/statuses.ts'
import type { DecisionCalls, Selected } from './DecideMany.tsx'
import { DecisionProgress, LeftOut } from './DecisionProgress.tsx'
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
  const [reason, setReason] = useState('')
  // What was selected when the dialog was opened: a live list may change below it.
  const [calls] = useState(() => callsFor(platform, selected))
  const ownKey = useId()
  const { data, error, refetch } = useQuery({
    queryKey: ['decision preview', ownKey],
    queryFn: ({ signal }) => calls.preview({ status }, signal),
    gcTime: 0,
    staleTime: 0,
    retry: false,
  })
  const preview = fresh ?? data
  const { name } = statusDisplay(status)

  const finish = (decision: BulkDecision) => {
    toastSuccess(texts.moved(decision.changed, name), {
      milliseconds: undoMilliseconds,
      action: { label: texts.undo, run: () => void undo(decision.id, onChanged) },
    })
    if (decision.leftOut > 0) toastSuccess(texts.changedByOthers(decision.leftOut))
    onChanged()
    close()
  }
  const start = async (changes: number, overrideReason?: string) => {
    setStarting(true)
    try {
      const { decision } = await calls.start({ status, changes, overrideReason })
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
  const [leave, question] = useDiscardGuard({ isTyped: reason !== '' && !started, close })
  return (
    <OpenModal onClose={leave} title={texts.moveTo(name)} size="md">
      {started ? (
        <DecisionProgress decisions={[started]} onEnd={([decision]) => finish(decision!)} close={close} />
      ) : error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : preview ? (
        <Question
          preview={preview}
          name={name}
          isStarting={isStarting}
          reason={reason}
          onReason={setReason}
          close={leave}
          start={(changes, why) => void start(changes, why)}
        />
      ) : (
        <LoadingRows rows={3} height={32} />
      )}
      {question}
    </OpenModal>
  )
}

type QuestionProps = {
  preview: DecisionPreview
  /** The name of the status. */
  name: string
  isStarting: boolean
  reason: string
  onReason: (reason: string) => void
  close: () => void
  start: (changes: number, overrideReason?: string) => void
}

/** How many findings move and which are left out; an Admin may move those that lack an approval as well. */
function Question({ preview, name, isStarting, reason, onReason, close, start }: QuestionProps) {
  const { role } = useSession()
  const mayOverride = role === 'Admin' && preview.unapproved > 0
  return (
    <Stack gap="sm">
      <Text size="sm" role="status">
        {texts.willMove(preview.changes, preview.total, name)}
      </Text>
      <LeftOut leftOut={preview.leftOut} />
      {mayOverride ? <ReasonField reason={reason} onReason={onReason} /> : null}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={close}>
          {texts.cancel}
        </Button>
        {mayOverride ? (
          <Button
            variant="default"
            disabled={!isReason(reason)}
            loading={isStarting}
            onClick={() => start(preview.changes + preview.unapproved, reason)}
          >
            {texts.moveAll(preview.changes + preview.unapproved)}
          </Button>
        ) : null}
        <Button
          data-autofocus
          disabled={preview.changes === 0}
          loading={isStarting}
          onClick={() => start(preview.changes)}
        >
          {texts.moveMany(preview.changes, name)}
        </Button>
      </Group>
    </Stack>
  )
}

async function undo(id: string, onChanged: () => void): Promise<void> {
  try {
    const { message } = await call(decisions.undo, { id })
    toastSuccess(message)
    onChanged()
  } catch (problem) {
    toastError(sentenceOf(problem))
  }
}

function callsFor(platform: FindingPlatformDefinition, selected: Selected): DecisionCalls {
  if ('calls' in selected) return selected.calls()
  const subject = {
    platform: platform.value,
    ...('ids' in selected ? { ids: [...selected.ids] } : { list: { ...selected.list } }),
  }
  return {
    preview: (move, signal) => call(decisions.preview, { ...subject, ...move }, { signal }),
    start: (move) => call(decisions.start, { ...subject, ...move }),
  }
}
