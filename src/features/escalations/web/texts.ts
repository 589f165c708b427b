import type { Escalation, EscalationEvent, NextStep } from '#features/escalations/contract.ts'
import type { RunState, StepKind } from '#features/escalations/rules.ts'
import { showDayOf } from '#vocabulary/dates.ts'
import { countText } from '#vocabulary/numbers.ts'

/** Texts of the escalation screens. */
export const texts = {
  escalations: 'Escalations',
  noEscalations: 'No enforcement configurations yet',
  noEscalationsHint: 'An escalation belongs to an enforcement configuration. Add a configuration first.',
  showAll: 'Show all escalations',
  dialog: 'Escalation',
  enabled: (on: boolean) => `Escalation: ${on ? 'on' : 'off'}`,
  stopsOnReply: 'Stop when someone replies',
  steps: 'Steps',
  noSteps: 'No steps yet. Add what should happen when nobody acts on a notice.',
  addStep: 'Add a step',
  kind: 'Step',
  days: 'Days after the previous notice',
  up: (n: number) => `Move step ${n} up`,
  down: (n: number) => `Move step ${n} down`,
  remove: (n: number) => `Remove step ${n}`,
  step: (n: number) => `Step ${n}`,
  text: 'Text',
  byForm: 'No email: whoever reported it is notified to report it through the form again.',
  icann:
    'No email: whoever sent the notice is notified to file the complaint. Skipped where ICANN would close it: what is no DNS abuse, names of countries, and without a notice to the registrar.',
  running: (n: number) =>
    n === 1 ? '1 finding is in this escalation' : `${countText(n)} findings are in this escalation`,
  nextSteps: 'Next Steps',
  nothing: 'No findings in escalation',
  nothingHint: 'The escalation of a finding starts when its first notice has been sent.',
  selected: (n: number) => `${countText(n)} selected`,
  reason: 'Reason',
  address: 'Abuse Email',
  addressHint: 'The recipient of this email. Leave it empty to look up an address again.',
  history: 'History',
  fillIn: 'Fill in web form',
  begin: 'First notice',
  section: 'Next step',
} as const

/** Button labels of the actions. */
export const actionNames = {
  now: 'Do now',
  skip: 'Skip step',
  stop: 'Stop',
  resume: 'Resume',
  finish: 'Mark as done',
} as const

/** Dialog titles of the actions. */
export const actionTitles = {
  now: 'Do the next step now',
  skip: 'Skip the next step',
  stop: 'Stop the escalation',
  resume: 'Resume the escalation',
  finish: 'Mark the step as done',
} as const

/** Colours of the states; the name is always shown next to the colour. */
export const stateColours: Readonly<Record<RunState, string>> = {
  waiting: '#1565c0',
  leaving: '#1565c0',
  task: '#c62828',
  paused: '#f9a825',
  stopped: '#757575',
  done: '#2e7d32',
}

/** The steps on one line: Reminder after 7 days → ICANN complaint after 30 days. */
export const stepsLine = ({ steps }: Pick<Escalation, 'steps'>): string =>
  steps.map(({ kind, days }) => `${stepName[kind]} after ${days} ${days === 1 ? 'day' : 'days'}`).join(' → ')

/** The status of a finding's escalation as one sentence: Next step on 02/12/2026: Reminder. */
export function statusText(run: Pick<NextStep, 'state' | 'kind' | 'nextAt' | 'reason'>, zone: string): string {
  const step = run.kind ? stepName[run.kind] : ''
  if (run.state === 'waiting' && run.nextAt) return `Next step on ${showDayOf(run.nextAt, zone)}: ${step}`
  if (run.state === 'task') return `To do: ${step}`
  if (run.state === 'leaving') return `${stateName.leaving}: ${step}`
  if (run.state === 'done') return stateName.done
  return `${stateName[run.state]}${step ? ` before: ${step}` : ''}`
}

const eventNames: Readonly<Record<string, string>> = {
  began: 'Started with a notice',
  sent: 'Email queued',
  skipped: 'Skipped',
  asked: 'Task assigned',
  finished: 'Marked as done',
  paused: 'Paused',
  resumed: 'Resumed',
  hurried: 'Brought forward',
  stopped: 'Stopped',
  ended: 'All steps done',
}

/** An event of the history as one line. */
export function eventLine({ what, kind, reason, by }: EscalationEvent): string {
  const step = kind && !['began', 'ended'].includes(what) ? `: ${stepName[kind]}` : ''
  return [`${eventNames[what] ?? what}${step}`, by ? `by ${by}` : '', reason ?? ''].filter(Boolean).join(' · ')
}

export const stepName: Readonly<Record<StepKind, string>> = {
  reminder: 'Reminder',
  host: "Host's abuse desk",
  registrar: "Registrar's abuse desk",
  icann: 'ICANN complaint',
}

export const stateName: Readonly<Record<RunState, string>> = {
  waiting: 'Waiting',
  leaving: 'Sending email',
  task: 'To do',
  paused: 'Paused',
  stopped: 'Stopped',
  done: 'All steps done',
}
