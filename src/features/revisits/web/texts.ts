import { steps } from '#features/revisits/messages.ts'
import { countText } from '#vocabulary/numbers.ts'

/** What the screens of re-visits say. */
export const texts = {
  proposalsOpen: (n: number) => (n === 0 ? 'Proposals' : `Proposals (${countText(n)})`),
  none: 'No proposals',
  noneHint:
    'Enforced addresses are visited again and again. When several visits in a row agree, what follows stands here.',
  accept: 'Accept',
  dismiss: 'Dismiss',
  selected: (n: number) => `${countText(n)} ${n === 1 ? 'proposal' : 'proposals'} selected`,
  keys: 'x selects, a accepts and d dismisses what is selected.',
  ofKind: { success: (n: number) => `Success (${countText(n)})`, reopen: (n: number) => `Re-open (${countText(n)})` },
  allKinds: 'All',
  clockShort: 'Clock',
  clockOfFinding: 'Clock',
  stepsTitle: 'From moment to moment',
  half: 'Half within',
  most: 'Nine in ten within',
  howSteps:
    'Half of the findings took at most the first number of days, nine in ten at most the second. In brackets how many findings have both moments; the others are not counted.',
  groupTitle: (step: string, by: string) => `${stepName(step)}, by ${by}`,
  noClocks: 'No finding has both moments of any step here',
  noClocksHint: 'Choose other dates, or take filters away. Moments begin with the first enforcement of a finding.',
  visits: 'Visits',
  last: (of: { day: string; time: string; what: string; streak: string }) =>
    `Last visited ${of.day} ${of.time}: ${of.what}${of.streak}`,
  inRow: (n: number) => (n > 1 ? `, ${ordinal(n)} time` : ''),
  notYet: 'Not visited yet',
  asked: 'A visit is under way',
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
