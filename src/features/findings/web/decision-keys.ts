import type { FindingPlatform } from '#vocabulary/platform-names.ts'
import type { Role } from '#vocabulary/roles.ts'
import { decisionChoices } from '#vocabulary/status-moves.ts'
import {
  approved,
  awaitingApproval,
  clientReview,
  inProgress,
  noAction,
  purchase,
  success,
  type StatusCode,
} from '#vocabulary/statuses.ts'

/** A decision with its key and the text of its button. */
export type DecisionKey = { status: StatusCode; key: string; label: string }

/** The decisions that have a key, in the order of their buttons. */
export const decisionKeys: readonly DecisionKey[] = [
  { status: approved, key: 'a', label: 'Approve' },
  { status: noAction, key: 'n', label: 'No Action' },
  { status: clientReview, key: 'r', label: 'Client Review' },
  { status: inProgress, key: 'p', label: 'In Progress' },
  { status: success, key: 's', label: 'Success' },
  { status: purchase, key: 'b', label: 'Purchase' },
  { status: awaitingApproval, key: 'w', label: 'Awaiting Approval' },
]

/** The decisions with a key that a person may make on a finding in this status. */
export function decisionsFor(role: Role | undefined, platform: FindingPlatform, from: string): readonly DecisionKey[] {
  if (role === undefined) return []
  const choices = decisionChoices(role, platform, from)
  return decisionKeys.filter(({ status }) => choices.includes(status))
}

/** The decisions with a key that a person may make on findings of a platform, whatever their status. */
export function decisionsOn(role: Role | undefined, platform: FindingPlatform, from: readonly string[]) {
  return decisionKeys.filter(({ status }) =>
    from.some((one) => role !== undefined && decisionChoices(role, platform, one).includes(status)),
  )
}
