import { approved, inProgress, selfResolved, type StatusCode, success } from '#vocabulary/statuses.ts'

/** The possible outcomes of a visit. */
export const outcomes = ['up', 'gone', 'no-address', 'parked', 'redirected', 'unreachable', 'undecided'] as const
export type Outcome = (typeof outcomes)[number]
/** Whether an address was reachable at a visit. */
export const sides = ['up', 'down'] as const
export type Side = (typeof sides)[number]
/** What a proposal suggests: the finding is down for good, or reachable again. */
export const proposalKinds = ['success', 'reopen'] as const
export type ProposalKind = (typeof proposalKinds)[number]

/**
 * Findings in the first statuses are visited until they are down; in the second ones, to see whether they stay down.
 */
export const activeStatuses: readonly StatusCode[] = [inProgress, approved]
export const resolvedStatuses: readonly StatusCode[] = [success, selfResolved]

/** The steps that are measured between two dates of a finding's enforcement. */
export const stepNames = ['approval', 'notice', 'answer', 'human', 'unreachable', 'all'] as const
export type Step = (typeof stepNames)[number]

/** Days after the notice for which the clock says how many findings were down. */
export const downDays = [1, 3, 7, 30] as const
/** For how many hours findings are observed: one more than the last figure needs. */
export const observedMaxHours = Math.max(...downDays) * 24 + 1

/** Priorities for which days can be agreed; '' is any. */
export const agreedPriorities = ['', 'High', 'Low'] as const

/** How the measured steps are grouped. */
export const groupings = ['month', 'brand', 'platform'] as const

/** Whose figures a league compares. */
export const leagueKinds = ['registrar', 'host'] as const
export type LeagueKind = (typeof leagueKinds)[number]

/** What a league is about: its first and last month, and names; null: all. */
export type LeagueScope = { months: { from: string; to: string } | null; company: string | null; harm: string | null }

/** Months of notices that a league is about; the present month counts as one. */
export const leaguePeriods = ['3', '12', 'all'] as const

/** For how many hours after a notice a league observes findings: what was down later was up until then. */
export const leagueMaxHours = 90 * 24

/** With fewer notices no rank is given: chance would decide it. */
export const leastRanked = 10

/** Which hours a duration counts. */
export const countings = ['all', 'business'] as const
