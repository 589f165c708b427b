import type { FindingPlatform } from './platform-names.ts'
import type { Role } from './roles.ts'
import {
  approved,
  clientStatuses,
  isStatus,
  purchase,
  purchaseStatuses,
  standardStatuses,
  type StatusCode,
} from './statuses.ts'

/** All statuses of a platform; e-commerce adds the purchase ones (C-196, C-197). */
export function statusesOf(platform: FindingPlatform): readonly StatusCode[] {
  return platform === 'e-commerce' ? [...standardStatuses, ...purchaseStatuses] : standardStatuses
}

/**
 * The statuses the row control offers for a row (table G42, client half): none unless the row is in one of the four
 * editable statuses and the person may approve findings (Client or Admin, never the Analyst who requests approval).
 */
export function rowChoices(role: Role, platform: FindingPlatform, from: string): readonly StatusCode[] {
  if (role === 'Analyst') return []
  if (!(clientStatuses as readonly string[]).includes(from)) return []
  return platform === 'e-commerce' ? [...clientStatuses, purchase] : clientStatuses
}

/**
 * May the row control move a finding from one status to another (G42)? Choosing the current status again is allowed.
 */
export function mayMoveRow(role: Role, platform: FindingPlatform, from: string, to: string): boolean {
  return rowChoices(role, platform, from).includes(to as StatusCode)
}

/** May staff tools (upload, edit, enforcement) set this status on this platform (G42, staff half)? */
export function staffMaySet(platform: FindingPlatform, to: string): boolean {
  return isStatus(to) && statusesOf(platform).includes(to)
}

/**
 * The statuses a person may decide on from a list, the current one left out (G42): Clients those of the row control,
 * staff those of their tools. An Analyst does not approve: the people who ask for approval do not give it.
 */
export function decisionChoices(role: Role, platform: FindingPlatform, from: string): readonly StatusCode[] {
  const offered = role === 'Client' ? rowChoices(role, platform, from) : statusesOf(platform)
  return offered.filter((to) => to !== from && !(role === 'Analyst' && to === approved))
}

/** The statuses from which a person may move a finding to this one: the same rule, read the other way. */
export function decisionSources(role: Role, platform: FindingPlatform, to: string): readonly StatusCode[] {
  return statusesOf(platform).filter((from) => decisionChoices(role, platform, from).includes(to as StatusCode))
}
