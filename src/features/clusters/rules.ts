import type { DecisionPreview } from '#features/findings/contract-schemas.ts'
import { messages as findingMessages } from '#features/findings/messages.ts'
import { decisionSources } from '#vocabulary/status-moves.ts'
import type { FindingPlatform } from '#vocabulary/platform-names.ts'
import type { Role } from '#vocabulary/roles.ts'
import { openStatuses } from '#vocabulary/statuses.ts'
import { messages } from './messages.ts'

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

type Counted = { platform: string; status: string; findings: number }

/** The statuses of open findings on a platform that a person may change to `to`: of those of every list (G42). */
export const movableFrom = (role: Role, platform: FindingPlatform, to: string): string[] =>
  openStatuses.filter((from) => decisionSources(role, platform, to).includes(from))

const isMovable = (role: Role, { platform, status }: Counted, to: string): boolean =>
  movableFrom(role, platform as FindingPlatform, to).includes(status)

/** How many of the counted findings a person may give a status, before it is asked which of them are approved. */
export const decidable = (role: Role, counts: readonly Counted[], to: string): number =>
  counts.filter((one) => isMovable(role, one, to)).reduce((sum, { findings }) => sum + findings, 0)

/** What a decision on the counted findings would change, and which it leaves out and why. */
export function previewOf(
  role: Role,
  counts: readonly (Counted & { unapproved: number })[],
  { to, isOverridden }: { to: string; isOverridden: boolean },
): DecisionPreview {
  const rest = counts.filter((one) => !isMovable(role, one, to))
  const lacking = counts
    .filter((one) => one.unapproved > 0 && isMovable(role, one, to))
    .map((one) => ({ ...one, findings: one.unapproved }))
  const reasonOf = ({ status }: Counted) => {
    if (status === to) return findingMessages.alreadyThere
    return isOpen(status) ? findingMessages.notMovable : messages.closed
  }
  const unapproved = sumOf(lacking)
  return {
    total: sumOf(counts),
    changes: decidable(role, counts, to) - (isOverridden ? 0 : unapproved),
    leftOut: [
      ...byStatus(rest, reasonOf),
      ...(isOverridden ? [] : byStatus(lacking, () => findingMessages.notApprovedByClient)),
    ],
    unapproved,
  }
}

const isOpen = (status: string): boolean => (openStatuses as readonly string[]).includes(status)

const sumOf = (counts: readonly Counted[]): number => counts.reduce((sum, { findings }) => sum + findings, 0)

const byStatus = (counts: readonly Counted[], reasonOf: (one: Counted) => string) =>
  [...Map.groupBy(counts, ({ status }) => status)].map(([status, same]) => ({
    status,
    count: sumOf(same),
    reason: reasonOf(same[0]!),
  }))
