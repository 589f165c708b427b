import type { FindingPlatform } from '#vocabulary/platform-names.ts'
import type { Role } from '#vocabulary/roles.ts'
import { decisionChoices, decisionSources, statusesOf } from '#vocabulary/status-moves.ts'
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

/** The decisions without a key that a person may make on a finding in this status. */
export function otherDecisionsFor(role: Role | undefined, platform: FindingPlatform, from: string) {
  return role === undefined ? [] : decisionChoices(role, platform, from).filter((status) => !keyOf(status))
}

/** Every decision that a person may make on some finding of a platform: those with a key first. */
export function decisionsOn(
  role: Role | undefined,
  platform: FindingPlatform,
): readonly { status: StatusCode; key: string | undefined }[] {
  const statuses = statusesOf(platform)
  const choices = statuses.filter((to) => role !== undefined && decisionSources(role, platform, to).length > 0)
  const keyed = decisionKeys.filter(({ status }) => choices.includes(status))
  return [...keyed, ...choices.filter((status) => !keyOf(status)).map((status) => ({ status, key: undefined }))]
}

const keyOf = (status: StatusCode) => decisionKeys.find((one) => one.status === status)?.key
