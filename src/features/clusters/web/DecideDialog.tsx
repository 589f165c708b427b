import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { decisions as calls } from '#features/findings/contract.ts'
import type { BulkDecision } from '#features/findings/contract-schemas.ts'
import { DecisionProgress, LeftOut } from '#features/findings/web/DecisionProgress.tsx'
import { undoMilliseconds } from '#features/findings/web/use-undo-offer.ts'
import { type ClusterPage, clusters } from '#features/clusters/contract.ts'
import { decidable, leftOutOf } from '#features/clusters/rules.ts'
import { useSession } from '#features/sessions/web/session-context.tsx'
import { OpenModal } from '#kit/web/OpenModal.tsx'
import { toastError, toastSuccess } from '#kit/web/alerts.ts'
import { call, CallFailed } from '#kit/web/call.ts'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import { statusDisplay } from '#vocabulary/statuses.ts'
import { texts } from './texts.ts'

type Props = { cluster: ClusterPage; status: string; close: () => void; onDone: () => void }

/** A status for a cluster: how many findings get it and which are left out and why, then the progress; and Undo. */
export function DecideDialog({ cluster: { id, statuses }, status, close, onDone }: Props) {
  const { role } = useSession()
  // As it was when the dialog was opened: the page below is read again while findings change.
  const [leftOut] = useState(() => (role ? leftOutOf(role, statuses, status) : []))
  const [count, setCount] = useState(() => (role ? decidable(role, statuses, status) : 0))
  const [notice, setNotice] = useState('')
  const [isStarting, setStarting] = useState(false)
  const [started, setStarted] = useState<readonly BulkDecision[]>()

  const undo = async (made: readonly BulkDecision[]) => {
    await undoDecisions(made)
    onDone()
  }
  const finish = (made: readonly BulkDecision[]) => {
    reportUpdated(made, () => void undo(made))
    onDone()
    close()
  }
  const start = async () => {
    setStarting(true)
    try {
      const { decisions } = await call(clusters.decide, { id, status, count })
      if (decisions.every(({ state }) => state === 'Done')) finish(decisions)
      else setStarted(decisions)
    } catch (problem) {
      const now = problem instanceof CallFailed ? Number(problem.answer['matching']) : 0
      if (now) {
        setCount(now)
        setNotice(sentenceOf(problem))
      } else {
        toastError(sentenceOf(problem))
        onDone()
        close()
      }
    } finally {
      setStarting(false)
    }
  }
  return (
    <OpenModal
      onClose={close}
      title={started ? texts.decide : texts.decideQuestion(count, statusDisplay(status).name)}
      size="md"
    >
      {started ? (
        <DecisionProgress
          decisions={started}
          onEnd={finish}
          close={() => {
            onDone()
            close()
          }}
        />
      ) : (
        <Question notice={notice} leftOut={leftOut} isStarting={isStarting} close={close} start={() => void start()} />
      )}
    </OpenModal>
  )
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

type QuestionProps = {
  /** Why it is asked again. */
  notice: string
  leftOut: ReturnType<typeof leftOutOf>
  isStarting: boolean
  close: () => void
  start: () => void
}

function Question({ notice, leftOut, isStarting, close, start }: QuestionProps) {
  return (
    <Stack gap="sm">
      <Text size="sm" role="status">
        {notice || texts.decideText}
      </Text>
      <LeftOut leftOut={leftOut} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={close}>
          {texts.cancel}
        </Button>
        <Button data-autofocus loading={isStarting} onClick={start}>
          {texts.decide}
        </Button>
      </Group>
    </Stack>
  )
}
