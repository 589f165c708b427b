import type { Ladder, LadderEvent, NextStep } from '#features/ladders/contract.ts'
import { type RunState, stateName, stepName } from '#features/ladders/messages.ts'
import { showDayOf } from '#vocabulary/dates.ts'
import { countText } from '#vocabulary/numbers.ts'

/** The words of the screens about ladders. */
export const words = {
  ladders: 'Ladders',
  laddersNone: 'No enforcement configurations yet',
  laddersNoneHint: 'A ladder belongs to a configuration of the domain or website platform. Add one first.',
  showAll: 'Show all ladders',
  dialog: 'Ladder',
  enabled: (on: boolean) => `Ladder: ${on ? 'on' : 'off'}`,
  stopsOnReply: 'Stop when somebody replies',
  steps: 'Steps',
  noSteps: 'No steps yet. Add what follows when nobody acts upon a notice.',
  addStep: 'Add a step',
  kind: 'Step',
  days: 'Days after the letter before',
  up: (n: number) => `Move step ${n} up`,
  down: (n: number) => `Move step ${n} down`,
  remove: (n: number) => `Remove step ${n}`,
  step: (n: number) => `Step ${n}`,
  text: 'Text',
  icann: 'No mail: whoever sent the notice is told to file the complaint.',
  running: (n: number) => (n === 1 ? '1 finding is on this ladder' : `${countText(n)} findings are on this ladder`),
  nextSteps: 'Next Steps',
  nothing: 'No finding is on a ladder',
  nothingHint: 'A finding is on the ladder of its configuration from the moment its first notice has left.',
  selected: (n: number) => `${countText(n)} selected`,
  reason: 'Reason',
  address: 'Abuse Email',
  addressHint: 'Where the mail of this step goes. Leave it empty to look for an address again.',
  history: 'What happened',
  begin: 'First notice',
  section: 'Next step',
} as const

/** What each deed is called on its button. */
export const deedNames = {
  now: 'Do now',
  skip: 'Skip step',
  stop: 'Stop',
  resume: 'Resume',
  finish: 'Mark as done',
} as const

/** What asking for a deed is called. */
export const deedTitles = {
  now: 'Do the next step now',
  skip: 'Skip the next step',
  stop: 'Stop the ladder',
  resume: 'Resume the ladder',
  finish: 'Mark the step as done',
} as const

/** Colours of the states; their words stand beside them. */
export const stateColours: Readonly<Record<RunState, string>> = {
  waiting: '#1565c0',
  leaving: '#1565c0',
  task: '#c62828',
  paused: '#f9a825',
  stopped: '#757575',
  done: '#2e7d32',
}

/** The steps of a ladder on one line: Reminder after 7 days → ICANN complaint after 30 days. */
export const stepsLine = ({ steps }: Pick<Ladder, 'steps'>): string =>
  steps.map(({ kind, days }) => `${stepName[kind]} after ${days} ${days === 1 ? 'day' : 'days'}`).join(' → ')

/** Where a finding stands, as one sentence: Next step on 02/12/2026: Reminder. */
export function standsAt(run: Pick<NextStep, 'state' | 'kind' | 'nextAt' | 'reason'>, zone: string): string {
  const step = run.kind ? stepName[run.kind] : ''
  if (run.state === 'waiting' && run.nextAt) return `Next step on ${showDayOf(run.nextAt, zone)}: ${step}`
  if (run.state === 'task') return `To be done: ${step}`
  if (run.state === 'leaving') return `${stateName.leaving}: ${step}`
  if (run.state === 'done') return stateName.done
  return `${stateName[run.state]}${step ? ` before: ${step}` : ''}`
}

const happened: Readonly<Record<string, string>> = {
  began: 'Began with a notice',
  sent: 'Mail posted',
  skipped: 'Left out',
  asked: 'Somebody was asked',
  finished: 'Marked as done',
  paused: 'Paused',
  resumed: 'Resumed',
  hurried: 'Moved up',
  stopped: 'Stopped',
  ended: 'All steps done',
}

/** What happened, as one line. */
export function eventLine({ what, kind, reason, by }: LadderEvent): string {
  const step = kind && !['began', 'ended'].includes(what) ? `: ${stepName[kind]}` : ''
  return [`${happened[what] ?? what}${step}`, by ? `by ${by}` : '', reason ?? ''].filter(Boolean).join(' · ')
}
