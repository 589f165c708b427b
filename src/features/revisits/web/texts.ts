import { counted, countText } from '#vocabulary/numbers.ts'

/** Texts of the re-visit screens. */
export const texts = {
  proposalsOpen: (n: number) => (n === 0 ? 'Proposals' : `Proposals (${countText(n)})`),
  none: 'No proposals',
  noneHint:
    'Enforced addresses are re-visited regularly. When several consecutive visits agree, a change of status is proposed here.',
  accept: 'Accept',
  dismiss: 'Dismiss',
  selected: (n: number) => `${counted(n, 'proposal')} selected`,
  keys: 'Press X to select, A to accept and D to dismiss.',
  ofKind: { success: (n: number) => `Success (${countText(n)})`, reopen: (n: number) => `Reopen (${countText(n)})` },
  allKinds: 'All',
  clockShort: 'Clock',
  clockOfFinding: 'Clock',
  stepsTitle: 'Time between stages',
  median: 'Median',
  p90: '90th percentile',
  howSteps:
    'Days from one stage to the next: after the median half of the findings are done, after the 90th percentile nine in ten. Findings that are not done count for as long as they have waited, so open ones do not make the figures better. In brackets: how many are done, of those that began.',
  nOf: (n: number, of: number) => `${countText(n)} of ${countText(of)}`,
  noBars: (groups: readonly string[]) => `No bar, because half are not done yet: ${groups.join(', ')}.`,
  notReached: 'Not reached',
  howNotReached: 'Not reached: fewer than half, or fewer than nine in ten, are done so far.',
  figures: 'Done, of those that began',
  late: 'Later than agreed',
  down: (n: string) => `Down after the notice: ${n}.`,
  within: (shares: string) => `Within ${shares}.`,
  howBusiness: (hours: string, zone: string) =>
    `Median and percentile count business hours only: ${hours}, ${zone}. A day is one business day; public holidays count as working days.`,
  counting: 'Hours counted',
  countings: { all: 'All hours', business: 'Business hours' },
  league: 'Registrars and Hosts',
  leagueKinds: { registrar: 'Registrars', host: 'Hosts' },
  leaguePeriods: { 3: 'Last 3 months', 12: 'Last 12 months', all: 'All months' },
  leagueKind: 'Registrars or hosts',
  leaguePeriod: 'Months of the notices',
  harm: 'Kind of harm',
  allHarms: 'All kinds of harm',
  noLeague: 'No notices in these months',
  noLeagueHint:
    'Figures are counted every hour, from notices that were accepted by a mail server or submitted through a form.',
  leagueColumns: ['Rank', 'Name', 'Kind of harm', 'Notices', 'Named', 'Answered', 'Acted on', 'Median to down'],
  leagueDefinition: 'How this is counted',
  download: (name: string) => `Download ${name}`,
  hours: (n: number) => `${countText(n)} h`,
  share: (days: number, percent: string) => `${days} ${days === 1 ? 'day' : 'days'} ${percent}`,
  howDown:
    'Kaplan–Meier estimate over all findings with a notice: those still up count for as long as they were observed, so the share does not look better while most are open. A dash: none was observed that long.',
  agreed: 'Agreed days',
  howAgreed:
    'How long a step may take for a company. Findings that take longer, and open ones whose days are over, count as later than agreed. One that was closed, or can no longer do the step, counts until then: nobody answers about what is down, reports it, or approves what was sent. Days set for one priority take precedence over those for any priority.',
  agreedColumns: ['Company', 'Platform', 'Step', 'Priority', 'At most'],
  removeAgreed: 'Remove',
  removal: (what: string) => ({ title: 'Remove agreed days?', text: what, yes: 'Remove', dangerous: true }),
  noAgreed: 'No days are agreed.',
  anyPriority: 'Any priority',
  business: 'Business days',
  days: (shown: string, days: number, isBusiness: boolean) =>
    `${shown} ${isBusiness ? 'business ' : ''}${days === 1 ? 'day' : 'days'}`,
  agree: 'Save agreed days',
  groupTitle: (step: string, by: string) => `${stepName(step)}, by ${by}`,
  noneBegan: 'No finding has begun this step.',
  noClocks: 'No enforced findings',
  noClocksHint: 'Choose other dates or remove filters. Dates are recorded from the first enforcement of a finding.',
  visits: 'Visits',
  last: (visit: { day: string; time: string; what: string; streak: string }) =>
    `Last visited ${visit.day} ${visit.time}: ${visit.what}${visit.streak}`,
  streakText: (n: number) => (n > 1 ? `, ${ordinal(n)} time` : ''),
  notYet: 'Not visited yet',
  visitPending: 'A visit is under way',
  now: 'Visit now',
  off: 'Re-visits are switched off',
  all: (n: number) => `All visits (${countText(n)})`,
  onlyLast: (shown: number, total: number) => `The last ${countText(shown)} of ${countText(total)} visits`,
  before: 'before',
} as const

const stepName = (step: string) => steps.find(([name]) => name === step)?.[1] ?? step

/** 1st, 2nd, 3rd, 4th … 11th, 12th, 13th. */
export function ordinal(n: number): string {
  const teen = n % 100 > 10 && n % 100 < 14
  return `${n}${teen ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th')}`
}

/** The dates of a finding's enforcement in order: key, name, definition. */
export const moments = [
  ['detected', 'Detected', 'when it was entered, or the end (UTC) of its reporting date where that was earlier'],
  ['approved', 'Approved', 'the first time its status became Approved'],
  [
    'sent',
    'Notice sent',
    'the first time that a mail server accepted a notice about it, or that a report was submitted through a web form',
  ],
  [
    'acknowledged',
    'Acknowledged',
    'the first verified reply to a notice, from a person or automatic; a bounce does not count',
  ],
  ['answered', 'Answered by a person', 'the first verified reply that a person wrote, apart from automatic ones'],
  ['unreachable', 'Unreachable', 'the first of the consecutive visits that confirmed it is down'],
] as const

/** The steps that are measured between two dates: key, name, definition. Findings that lack the first are not counted. */
export const steps = [
  ['approval', 'Detected to approved', 'from Detected to Approved'],
  ['notice', 'Approved to sent', 'from Approved to Notice sent'],
  ['answer', 'Sent to acknowledged', 'from Notice sent to Acknowledged'],
  ['human', 'Sent to answered', 'from Notice sent to Answered by a person'],
  ['unreachable', 'Sent to unreachable', 'from Notice sent to Unreachable'],
  ['all', 'Detected to unreachable', 'from Detected to Unreachable'],
] as const
