import { approved, inProgress, selfResolved, type StatusCode, success } from '#vocabulary/statuses.ts'

/** The possible outcomes of a visit. */
export const outcomes = ['up', 'gone', 'no-address', 'parked', 'redirected', 'unreachable', 'undecided'] as const
export type Outcome = (typeof outcomes)[number]
export const sides = ['up', 'down'] as const
export type Side = (typeof sides)[number]
export const proposalKinds = ['success', 'reopen'] as const
export type ProposalKind = (typeof proposalKinds)[number]

/**
 * Findings in the first statuses are visited until they are down; in the second ones, to see whether they stay down.
 */
export const activeStatuses: readonly StatusCode[] = [inProgress, approved]
export const resolvedStatuses: readonly StatusCode[] = [success, selfResolved]

/** The dates of a finding's enforcement in order: key, name, definition. */
export const moments = [
  ['detected', 'Detected', 'when it was entered, or the end (UTC) of its reporting date where that was earlier'],
  ['approved', 'Approved', 'the first time its status became Approved'],
  ['sent', 'Notice sent', 'the first time a mail server accepted a notice about it'],
  [
    'acknowledged',
    'Acknowledged',
    'the first verified reply to a notice, from a person or automatic; a bounce does not count',
  ],
  ['unreachable', 'Unreachable', 'the first of the consecutive visits that confirmed it is down'],
] as const
export type Moment = (typeof moments)[number][0]

/**
 * The steps that are measured between two dates: key, name, definition. Findings that lack one of the two are not
 * counted.
 */
export const steps = [
  ['approval', 'Detected to approved', 'from Detected to Approved'],
  ['notice', 'Approved to sent', 'from Approved to Notice sent'],
  ['answer', 'Sent to acknowledged', 'from Notice sent to Acknowledged'],
  ['unreachable', 'Sent to unreachable', 'from Notice sent to Unreachable'],
  ['all', 'Detected to unreachable', 'from Detected to Unreachable'],
] as const
export const stepNames = ['approval', 'notice', 'answer', 'unreachable', 'all'] as const
export type Step = (typeof stepNames)[number]

export const groupings = ['month', 'brand', 'platform'] as const

/** Every sentence of the revisits feature that a person may read. */
export const messages = {
  outcome: {
    up: 'up',
    gone: 'gone',
    'no-address': 'no address',
    parked: 'parked',
    redirected: 'redirected',
    unreachable: 'unreachable',
    undecided: 'undecided',
  } satisfies Record<Outcome, string>,
  kind: { success: 'Success', reopen: 'Re-open' } satisfies Record<ProposalKind, string>,
  /** The action taken of the enforcement record that an accepted proposal creates. */
  action: { success: 'Confirmed unreachable', reopen: 'Reachable again' } satisfies Record<ProposalKind, string>,
  accepted: (n: number) => (n === 1 ? 'Proposal accepted' : `${n} proposals accepted`),
  dismissed: (n: number) => (n === 1 ? 'Proposal dismissed' : `${n} proposals dismissed`),
  conflict: 'Someone else has decided this, or the finding has changed. Nothing was saved.',
  visitQueued: 'The address will be visited shortly',
  revisitsOff: 'Re-visits are switched off',
  notEnforced: 'No action yet',
  idsNotValid: 'Ids is not valid',
} as const
