import type { StatusCode } from '#vocabulary/statuses.ts'

/** What a visit may find; one meaning each. */
export const outcomes = ['up', 'gone', 'no-address', 'parked', 'redirected', 'unreachable', 'undecided'] as const
export type Outcome = (typeof outcomes)[number]
export const sides = ['up', 'down'] as const
export type Side = (typeof sides)[number]
export const proposalKinds = ['success', 'reopen'] as const
export type ProposalKind = (typeof proposalKinds)[number]

/** Findings in these statuses are watched until they are down; in these, whether they stay down. */
export const pursued: readonly StatusCode[] = ['11', '22']
export const settled: readonly StatusCode[] = ['55', '90']

/** The moments of a finding, in their order, and what exactly each is. */
export const moments = [
  ['detected', 'Detected', 'when it was entered, or the end (UTC) of its reporting date where that was earlier'],
  ['approved', 'Approved', 'the first time its status became Approved'],
  ['sent', 'Notice sent', 'the first time a mail server took a notice about it'],
  ['acknowledged', 'Acknowledged', 'the first proven answer to a notice, by a person or automatic; a bounce is none'],
  ['unreachable', 'Unreachable', 'the first of the visits in a row that confirmed it is down'],
] as const
export type Moment = (typeof moments)[number][0]

/** What is measured from one moment to another; findings lacking one of the two are not counted. */
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
  /** What the record says that an accepted proposal makes. */
  action: { success: 'Confirmed unreachable', reopen: 'Reachable again' } satisfies Record<ProposalKind, string>,
  accepted: (n: number) => (n === 1 ? 'Proposal accepted' : `${n} proposals accepted`),
  dismissed: (n: number) => (n === 1 ? 'Proposal dismissed' : `${n} proposals dismissed`),
  meanwhile: 'Somebody has decided this meanwhile, or the finding has changed. Nothing was saved.',
  soon: 'The address will be visited in a moment',
  off: 'Re-visits are switched off',
  notEnforced: 'Nothing was done about this finding yet',
  idsNotValid: 'Ids is not valid',
} as const
