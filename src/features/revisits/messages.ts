import { showMonth } from '#vocabulary/dates.ts'
import { countText } from '#vocabulary/numbers.ts'
import type { LeagueKind, LeagueScope, Outcome, ProposalKind } from './rules.ts'

/** Every sentence of the revisits feature that a person may read. */
export const messages = {
  /** The fields of agreed days in the data log. */
  agreedFields: { days: 'Days', isBusiness: 'Business days' },
  outcome: {
    up: 'Up',
    gone: 'Gone',
    'no-address': 'No address',
    parked: 'Parked',
    redirected: 'Redirected',
    unreachable: 'Unreachable',
    undecided: 'Undecided',
  } satisfies Record<Outcome, string>,
  kind: { success: 'Success', reopen: 'Reopen' } satisfies Record<ProposalKind, string>,
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
  /** The definition of a league, as the screen and the file print it. */
  league: (one: {
    kind: LeagueKind
    least: number
    maxHours: number
    business: string | null
    zone: string
    countedAt: string
  }) => [
    `Notices: findings about which the desk of the ${one.kind}${one.kind === 'host' ? ' or platform' : ''} itself received a notice, accepted by its mail server or submitted through its web form, by kind of harm. A finding counts once for each desk. Notices whose desk is not known are not counted.`,
    `Named: findings with a notice to anybody whose last enforcement record names the ${one.kind}. It takes no part in the rank.`,
    'Answered: a verified reply by a person to a notice to this desk; automatic replies and bounces do not count.',
    'Acted on: found unreachable by consecutive visits after the first notice to this desk, however long after it and whoever caused it.',
    `Median time to down: by Kaplan and Meier, so findings that are still up count as long as they were observed, at most ${countText(one.maxHours)} ${one.business ? 'business ' : ''}hours after the notice${one.business ? '' : ` (${one.maxHours / 24} days)`}; what was down later counts as still up then. ${one.business ? `Business hours only: ${one.business}, ${one.zone}; public holidays count.` : 'All hours count.'} A dash: fewer than half were down.`,
    `Rank: within the kind of harm by the median, then by the share acted on; with fewer than ${countText(one.least)} notices none is given.`,
    one.countedAt === '' ? 'Not counted yet.' : `Counted ${one.countedAt}.`,
  ],
  /** What the file of a league is about. */
  leagueScope: ({ months, company, harm }: LeagueScope, isBusiness: boolean) => [
    `Months of the notices: ${months ? `${showMonth(months.from)} to ${showMonth(months.to)}` : 'all'}`,
    `Company: ${company ?? 'all'}`,
    `Kind of harm: ${harm ?? 'all'}`,
    `Hours counted: ${isBusiness ? 'Business hours' : 'All hours'}`,
  ],
  unknownCompany: 'Unknown company',
  leagueHeader: [
    'Rank',
    'Name',
    'Kind of harm',
    'Notices',
    'Named',
    'Answered',
    'Acted on',
    'Acted on %',
    'Median hours to down',
  ],
  agreedSaved: 'Agreed days saved',
  agreedRemoved: 'Agreed days removed',
} as const
