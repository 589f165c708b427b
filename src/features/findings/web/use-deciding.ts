import { useEffect, useState } from 'react'
import { decisions } from '#features/findings/contract-decisions.ts'
import { refreshIfOutOfScope } from '#features/sessions/web/refresh-user.ts'
import { useSession } from '#features/sessions/web/session-context.tsx'
import { whenPainted } from '#kit/web/after-paint.ts'
import { toastError, toastSuccess } from '#kit/web/alerts.ts'
import { call, CallFailed } from '#kit/web/call.ts'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { statusDisplay } from '#vocabulary/statuses.ts'
import { decisionQueue } from './decision-queue.ts'
import { captionOf, type Finding } from './finding.ts'
import { lastUndo, type StoredDecision } from './last-undo.ts'
import { storedDecision } from './stored-decision.ts'
import { texts } from './texts.ts'
import { undoMilliseconds } from './use-undo-offer.ts'

/** A decision that needs a reason: why, and what happens with one and without. */
export type ReasonRequest = { about: string; message: string; close: () => void; goOn: (reason: string) => void }

export type Deciding = {
  /** Moves a finding to a status: the screen shows it at once, a refusal puts it back and says why. */
  decide: (row: Finding, status: string) => void
  /** Undoes the last decision of the last ten seconds that is not undone yet. */
  undoLast: () => void
  /** Undoes an own decision that the history shows. */
  undoChange: (row: Finding, moment: string) => Promise<void>
  /** Resolves once no decision is on its way. */
  stored: () => Promise<unknown>
  /** What an Admin is asked where the last decision needs a reason. */
  reasonRequest: ReasonRequest | undefined
}

type Options = {
  /** Shows another status in the row. */
  show: (id: string, status: string) => void
  /** Called when a decision on a finding is sent. */
  onBegun: (id: string) => void
  /** Called when the server has stored or refused something about a finding. */
  onSettled: (id: string) => void
}

/** A decision to send: the row as it was shown, and the status to go back to. */
type Decision = { row: Finding; before: string; status: string; reason: string | undefined }
/** What was stored and what undoes it; undefined when it was refused. */
type Sent = { decision: StoredDecision; status: string } | undefined

/** Decisions on single findings, shown before the server has answered. */
export function useDeciding(platform: FindingPlatformDefinition, { show, onBegun, onSettled }: Options): Deciding {
  const [queue] = useState(() => decisionQueue<Sent>())
  const { role } = useSession()
  /** A decision that was refused because the client has not approved the finding: an Admin may go on with a reason. */
  const [refused, setRefused] = useState<{ row: Finding; status: string; message: string }>()
  const [last] = useState(() => lastUndo(undoMilliseconds))
  useEffect(() => last.forget, [last])

  const undo = (row: Finding, now: string, moment: string) =>
    undoDecision({ row, status: now, moment }, platform, { show, onSettled })
  const send = async ({ row, before, status, reason }: Decision): Promise<Sent> => {
    try {
      const input = { id: row.id, platform: platform.value, statusfrom: row.status, status, overrideReason: reason }
      const { moment } = await call(decisions.one, input)
      const decision = storedDecision(last, {
        message: texts.decided(statusDisplay(status).name),
        undo: () => void undo(row, status, moment),
      })
      onSettled(row.id)
      return { decision, status }
    } catch (error) {
      const message = error instanceof CallFailed ? error.fields['approval'] : undefined
      if (message !== undefined && role === 'Admin' && reason === undefined) {
        show(row.id, before)
        setRefused({ row: { ...row, status: before }, status, message })
      } else showFailure({ row, platform, status: before }, error, show)
      onSettled(row.id)
      return undefined
    }
  }
  const decide = (row: Finding, status: string, reason?: string) => {
    show(row.id, status)
    onBegun(row.id)
    const sent = queue.add(
      row,
      (before) => whenPainted().then(() => send({ row, before, status, reason })),
      (done) => done?.status,
    )
    last.offer(sent.then((done) => done?.decision))
  }
  const close = () => setRefused(undefined)
  return {
    decide: (row, status) => decide(row, status),
    reasonRequest: refused && {
      about: captionOf(platform, refused.row),
      message: refused.message,
      close,
      goOn: (reason) => {
        close()
        decide(refused.row, refused.status, reason)
      },
    },
    stored: queue.stored,
    undoLast: last.undo,
    undoChange: (row, moment) => {
      last.forget()
      return undo(row, row.status, moment)
    },
  }
}

/** Undoes the change of a finding to this status at this moment. */
async function undoDecision(
  { row, status, moment }: { row: Finding; status: string; moment: string },
  platform: FindingPlatformDefinition,
  { show, onSettled }: Pick<Options, 'show' | 'onSettled'>,
): Promise<void> {
  try {
    const { data } = await call(decisions.undoOne, { id: row.id, platform: platform.value, moment })
    show(row.id, data.status)
    toastSuccess(texts.statusUndone(statusDisplay(data.status).name))
  } catch (error) {
    showFailure({ row, platform, status }, error, show)
  }
  onSettled(row.id)
}

type Failed = { row: Finding; platform: FindingPlatformDefinition; status: string }

/** Puts the status back, or shows the one that the answer names, and says why: the next finding may be open by then. */
function showFailure({ row, platform, status }: Failed, error: unknown, show: Options['show']): void {
  const now = error instanceof CallFailed ? error.answer['status'] : undefined
  show(row.id, typeof now === 'string' ? now : status)
  toastError(texts.aboutFinding(captionOf(platform, row), sentenceOf(error)), { cause: error })
  refreshIfOutOfScope(error)
}
