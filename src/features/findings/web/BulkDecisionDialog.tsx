import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { decisions } from '#features/findings/contract-decisions.ts'
import type { BulkDecision, DecisionPreview } from '#features/findings/contract-schemas.ts'
import { OpenModal } from '#kit/web/OpenModal.tsx'
import { toastError, toastSuccess } from '#kit/web/alerts.ts'
import { call, CallFailed } from '#kit/web/call.ts'
import { ErrorState, sentenceOf } from '#kit/web/ErrorState.tsx'
import { LoadingRows } from '#kit/web/Loading.tsx'
import { useDiscardGuard } from '#kit/web/use-discard-guard.tsx'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { statusDisplay } from '#vocabulary/statuses.ts'
import type { DecisionCalls, Selected } from './DecideMany.tsx'
import { DecisionProgress } from './DecisionProgress.tsx'
import { DecisionQuestion } from './DecisionQuestion.tsx'
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
        <DecisionQuestion
          sentence={texts.willMove(preview.changes, preview.total, name)}
          label={texts.moveMany(preview.changes, name)}
          preview={preview}
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
