/** The kinds of step. */
export const stepKinds = ['reminder', 'host', 'registrar', 'icann'] as const
export type StepKind = (typeof stepKinds)[number]

/** The kinds of step that a platform has: one whose desks take forms only knows neither host nor registrar. */
export const stepKindsOf = ({ abilities }: { abilities: readonly string[] }): readonly StepKind[] =>
  abilities.includes('mail') ? stepKinds : ['reminder']

/** The states of a finding's escalation. */
export const runStates = ['waiting', 'leaving', 'task', 'paused', 'stopped', 'done'] as const
export type RunState = (typeof runStates)[number]

/** What a person may do with a next step. */
export const stepActions = ['now', 'skip', 'stop', 'resume', 'finish'] as const
export type StepAction = (typeof stepActions)[number]

/** The states in which each action is possible. */
const possibleFrom: Readonly<Record<StepAction, readonly RunState[]>> = {
  now: ['waiting'],
  skip: ['waiting', 'paused', 'task'],
  stop: ['waiting', 'leaving', 'paused', 'task'],
  resume: ['paused', 'stopped'],
  finish: ['task'],
}

/** Whether an action is possible: a task by form is done by recording the form, not by a click that leaves no record. */
export const isPossible = (action: StepAction, { state, form }: { state: RunState; form: string | null }): boolean =>
  possibleFrom[action].includes(state) && !(action === 'finish' && form !== null)

/** The action taken that the enforcement record of a step names (G73). */
export const actionTakenOf: Readonly<Record<Exclude<StepKind, 'icann'>, string>> = {
  reminder: 'Reminder Sent',
  host: 'Hosting Complaint Filed',
  registrar: 'Registrar Complaint Filed',
}
