import { reasons } from '#features/ladders/messages.ts'
import type { Step } from '#features/ladders/contract.ts'
import { approved, awaitingApproval, clientReview, inProgress, statusDisplay } from '#vocabulary/statuses.ts'
import type { RunFacts } from './run-queries.ts'

/** Whether the next step may run; otherwise why the run pauses until somebody resumes it, or stops. */
export type Verdict = { is: 'go' } | { is: 'pause' | 'stop'; reason: string }

type Facts = Pick<
  RunFacts,
  | 'status'
  | 'isDeleted'
  | 'hasCompany'
  | 'hasBrand'
  | 'hasPlatform'
  | 'isOn'
  | 'stopsOnReply'
  | 'isConfigured'
  | 'answer'
>

const stop = (reason: string): Verdict => ({ is: 'stop', reason })
const pause = (reason: string): Verdict => ({ is: 'pause', reason })
const nobody = 'Someone'

/**
 * Decides from the present state of the finding. A finished finding stops the run, as does a reply if so configured; a
 * complaint about the notice always does. What can change back (client approval, a switch) only pauses it. Pure.
 */
export function verdictOf(of: Facts): Verdict {
  const { answer } = of
  if (of.isDeleted) return stop(reasons.deleted)
  if (!of.hasCompany) return stop(reasons.noCompany)
  const ended = endedBy(of.status)
  if (ended !== undefined) return stop(ended)
  if (answer?.kind === 'report') return stop(reasons.complained(answer.sender ?? nobody))
  if (answer && of.stopsOnReply) return stop(reasons.replied(answer.sender ?? nobody))
  if (of.status === awaitingApproval || of.status === clientReview)
    return pause(reasons.awaits(statusDisplay(of.status).name))
  if (!of.hasBrand) return pause(reasons.noBrand)
  if (!of.hasPlatform) return pause(reasons.noPlatform)
  if (!of.isOn) return pause(reasons.noEscalation)
  if (!of.isConfigured) return pause(reasons.noConfiguration)
  return { is: 'go' }
}

/** Statuses in which a finding is still being enforced, or waits for its client. */
export const openStatuses: readonly string[] = [inProgress, approved, awaitingApproval, clientReview]

/** Why a finding in this status needs no further step; undefined when it does need one. */
export const endedBy = (status: string): string | undefined =>
  openStatuses.includes(status) ? undefined : reasons.status(statusDisplay(status).name)

/** The next step of a run; when it was removed, the first step that is not done yet. */
export const stepOf = ({ steps, step, passed }: Pick<RunFacts, 'steps' | 'step' | 'passed'>): Step | undefined =>
  steps.find(({ id }) => id === step) ?? steps.find(({ id }) => !passed.includes(id))
