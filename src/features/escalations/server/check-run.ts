import { reasons } from '#features/escalations/messages.ts'
import type { Step } from '#features/escalations/contract.ts'
import { approved, awaitingApproval, clientReview, inProgress, statusDisplay } from '#vocabulary/statuses.ts'
import type { EscalationRun } from './run-state-queries.ts'

/** Whether the next step may run; otherwise why the run pauses until somebody resumes it, or stops. */
export type RunCheck = { is: 'go' } | { is: 'pause' | 'stop'; reason: string }

type RunConditions = Pick<
  EscalationRun,
  | 'status'
  | 'isDeleted'
  | 'hasCompany'
  | 'hasBrand'
  | 'hasPlatform'
  | 'isEnabled'
  | 'stopsOnReply'
  | 'isConfigured'
  | 'answer'
  | 'visit'
  | 'isDownDismissed'
  | 'resumedAt'
>

const stop = (reason: string): RunCheck => ({ is: 'stop', reason })
const pause = (reason: string): RunCheck => ({ is: 'pause', reason })
/** How a sender without an address is named. */
export const unknownSender = 'Someone'

/**
 * Decides from the present state of the finding. A finished finding stops the run, as does a reply if so configured; a
 * complaint about the notice always does. What can change back (client approval, a switch) only pauses it. Pure.
 */
export function checkRun(run: RunConditions): RunCheck {
  const { answer } = run
  if (run.isDeleted) return stop(reasons.deleted)
  if (!run.hasCompany) return stop(reasons.noCompany)
  const ended = endReason(run.status)
  if (ended !== undefined) return stop(ended)
  if (answer?.kind === 'report') return stop(reasons.complained(answer.sender ?? unknownSender))
  if (answer && run.stopsOnReply) return stop(reasons.replied(answer.sender ?? unknownSender))
  if (run.status === awaitingApproval || run.status === clientReview)
    return pause(reasons.awaitsClient(statusDisplay(run.status).name))
  if (!run.hasBrand) return pause(reasons.noBrand)
  if (!run.hasPlatform) return pause(reasons.noPlatform)
  if (!run.isEnabled) return pause(reasons.noEscalation)
  if (!run.isConfigured) return pause(reasons.noConfiguration)
  if (isDown(run)) return pause(reasons.down)
  return { is: 'go' }
}

/**
 * Whether the last conclusive visit found the address down and nobody has decided otherwise since: dismissed what visits
 * propose, or resumed the run.
 */
const isDown = ({ visit, isDownDismissed, resumedAt }: RunConditions): boolean =>
  visit?.side === 'down' && !isDownDismissed && (resumedAt === null || Date.parse(resumedAt) < Date.parse(visit.at))

/** Statuses in which a finding is still being enforced, or waits for its client. */
export const openStatuses: readonly string[] = [inProgress, approved, awaitingApproval, clientReview]

/** Why a finding in this status needs no further step; undefined when it does need one. */
export const endReason = (status: string): string | undefined =>
  openStatuses.includes(status) ? undefined : reasons.status(statusDisplay(status).name)

/** The next step of a run; when it was removed, the first step that is not done yet. */
export const stepOf = ({ steps, step, passed }: Pick<EscalationRun, 'steps' | 'step' | 'passed'>): Step | undefined =>
  steps.find(({ id }) => id === step) ?? steps.find(({ id }) => !passed.includes(id))
