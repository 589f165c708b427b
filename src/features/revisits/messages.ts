import type { Outcome, ProposalKind } from './rules.ts'

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
  stepNotValid: 'Step is not valid',
  priorityNotValid: 'Priority is not valid',
  daysNotValid: 'Days must be between 1 and 365',
  businessNotValid: 'Is business is not valid',
  agreedSaved: 'Agreed days saved',
  agreedRemoved: 'Agreed days removed',
} as const
