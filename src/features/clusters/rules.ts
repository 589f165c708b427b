import { messages as findingMessages } from '#features/findings/messages.ts'
import { mayMoveRow } from '#vocabulary/status-moves.ts'
import type { FindingPlatform } from '#vocabulary/platform-names.ts'
import type { Role } from '#vocabulary/roles.ts'
import { openStatuses } from '#vocabulary/statuses.ts'

/** What findings can have in common, most telling first. */
export const valueKinds = [
  'joined',
  'seller',
  'store',
  'phone',
  'email',
  'registrant',
  'address',
  'picture',
  'template',
  'host',
  'reason',
] as const
export type ValueKind = (typeof valueKinds)[number]

/**
 * Kinds that say who is behind a finding: findings that share one are one cluster, and so are those that share another
 * with them. The other kinds are a cluster for each value: everyone copies the same picture, and strangers buy the same template.
 */
export const joiningKinds: readonly ValueKind[] = [
  'joined',
  'seller',
  'store',
  'phone',
  'email',
  'registrant',
  'address',
]

/** A value of these kinds that more findings of a company have is common and says nothing. */
export const maxFindings: Readonly<Partial<Record<ValueKind, number>>> = {
  template: 500,
  host: 2000,
  reason: 100,
}

/** A cluster has at most so many values: beyond, what they share is common, as the address of a shopping centre. */
export const maxValues = 500

/** Largest number of findings taken out, or added, in one call. */
export const maxMoved = 1000

/**
 * What is read to count the findings of several clusters each once, on the rows of a list: members of a finding's
 * clusters and of those of all rows together, and values of a cluster.
 */
export const similarBounds = { rowsOfFinding: 200, rowsOfPage: 2000, values: 50 }

/** What the history of a cluster is made of. */
export const eventTypes = [
  'joined',
  'joined-alike',
  'parted-value',
  'parted-findings',
  'put-back',
  'split-off',
  'decided',
] as const
export type ClusterEventType = (typeof eventTypes)[number]

/** The statuses of open findings on a platform that a person may change to `to`. */
export const movableFrom = (role: Role, platform: FindingPlatform, to: string): string[] =>
  openStatuses.filter((from) => from !== to && mayMoveRow(role, platform, from, to))

/** How many of the counted findings a person may give a status. */
export const decidable = (
  role: Role,
  counts: readonly { platform: string; status: string; findings: number }[],
  to: string,
): number =>
  counts
    .filter(({ platform, status }) => movableFrom(role, platform as FindingPlatform, to).includes(status))
    .reduce((sum, { findings }) => sum + findings, 0)

/** Which of the counted findings a person cannot give a status, and why. */
export function leftOutOf(
  role: Role,
  counts: readonly { platform: string; status: string; findings: number }[],
  to: string,
): { status: string; count: number; reason: string }[] {
  const rest = counts.filter((one) => decidable(role, [one], to) === 0)
  return [...Map.groupBy(rest, ({ status }) => status)].map(([status, same]) => ({
    status,
    count: same.reduce((sum, { findings }) => sum + findings, 0),
    reason: status === to ? findingMessages.alreadyThere : findingMessages.notMovable,
  }))
}
