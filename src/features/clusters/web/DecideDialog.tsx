import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { decisions as calls } from '#features/findings/contract-decisions.ts'
import type { BulkDecision, DecisionPreview } from '#features/findings/contract-schemas.ts'
import { DecisionProgress } from '#features/findings/web/DecisionProgress.tsx'
import { DecisionQuestion } from '#features/findings/web/DecisionQuestion.tsx'
import { undoMilliseconds } from '#features/findings/web/use-undo-offer.ts'
import { type ClusterPage, clusters } from '#features/clusters/contract.ts'
import { OpenModal } from '#kit/web/OpenModal.tsx'
import { toastError, toastSuccess } from '#kit/web/alerts.ts'
import { call, CallFailed } from '#kit/web/call.ts'
import { ErrorState, sentenceOf } from '#kit/web/ErrorState.tsx'
import { LoadingRows } from '#kit/web/Loading.tsx'
import { useDiscardGuard } from '#kit/web/use-discard-guard.tsx'
import { statusDisplay } from '#vocabulary/statuses.ts'
import { texts } from './texts.ts'

type Props = { cluster: ClusterPage; status: string; close: () => void; onDone: () => void }

/** A status for a cluster: how many findings get it and which are left out and why, then the progress; and Undo. */
export function DecideDialog({ cluster: { id }, status, close, onDone }: Props) {
  const { preview, notice, error, refetch, isStarting, started, start, finish, leaveStarted } = useClusterDecision(
    { id, status },
    { close, onDone },
  )
  const [reason, setReason] = useState('')
  const [leave, question] = useDiscardGuard({ isTyped: reason !== '' && !started, close })
  return (
    <OpenModal
      onClose={leave}
      title={started || !preview ? texts.decide : texts.decideQuestion(preview.changes, statusDisplay(status).name)}
      size="md"
    >
      {started ? (
        <DecisionProgress decisions={started} onEnd={finish} close={leaveStarted} />
      ) : error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : preview ? (
        <DecisionQuestion
          sentence={notice ?? texts.decideText}
          label={texts.decide}
          preview={preview}
          reason={reason}
          onReason={setReason}
          isStarting={isStarting}
          close={leave}
          start={(count, why) => void start(count, why)}
        />
      ) : (
        <LoadingRows rows={3} height={32} />
      )}
      {question}
    </OpenModal>
  )
}

/** What the decision would change, and its start: what changed meanwhile is shown and confirmed again. */
function useClusterDecision(
  { id, status }: { id: string; status: string },
  { close, onDone }: Pick<Props, 'close' | 'onDone'>,
) {
  const [fresh, setFresh] = useState<{ preview: DecisionPreview; notice: string }>()
  const [isStarting, setStarting] = useState(false)
  const [started, setStarted] = useState<readonly BulkDecision[]>()
  const ownKey = useId()
  const { data, error, refetch } = useQuery({
    queryKey: ['cluster decision preview', ownKey],
    queryFn: ({ signal }) => call(clusters.previewDecision, { id, status }, { signal }),
    gcTime: 0,
    staleTime: 0,
    retry: false,
  })
  const preview = fresh?.preview ?? data

  const undo = async (made: readonly BulkDecision[]) => {
    await undoDecisions(made)
    onDone()
  }
  const leaveStarted = () => {
    onDone()
    close()
  }
  const finish = (made: readonly BulkDecision[]) => {
    reportUpdated(made, () => void undo(made))
    leaveStarted()
  }
  const start = async (count: number, overrideReason?: string) => {
    setStarting(true)
    try {
      const { decisions } = await call(clusters.decide, { id, status, count, overrideReason })
      if (decisions.every(({ state }) => state === 'Done')) finish(decisions)
      else setStarted(decisions)
    } catch (problem) {
      const now = problem instanceof CallFailed ? (problem.answer['preview'] as DecisionPreview | undefined) : undefined
      if (now && now.changes + now.unapproved > 0) setFresh({ preview: now, notice: sentenceOf(problem) })
      else {
        toastError(sentenceOf(problem))
        leaveStarted()
      }
    } finally {
      setStarting(false)
    }
  }
  return { preview, notice: fresh?.notice, error, refetch, isStarting, started, start, finish, leaveStarted }
}

function reportUpdated(made: readonly BulkDecision[], undo: () => void): void {
  const sum = (name: 'changed' | 'leftOut') => made.reduce((all, one) => all + one[name], 0)
  toastSuccess(texts.updated(sum('changed'), sum('leftOut')), {
    milliseconds: undoMilliseconds,
    action: { label: texts.undo, run: undo },
  })
}

/** Undoes the decisions that may be undone; one that fails is reported, and those after it stay. */
async function undoDecisions(made: readonly BulkDecision[]): Promise<void> {
  try {
    for (const one of made) if (one.mayUndo) toastSuccess((await call(calls.undo, { id: one.id })).message)
  } catch (problem) {
    toastError(sentenceOf(problem))
  }
}
