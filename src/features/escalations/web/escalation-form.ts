import type { Escalation } from '#features/escalations/contract.ts'
import { defaultTexts } from '#features/escalations/messages.ts'
import { type StepKind, stepKinds } from '#features/escalations/rules.ts'

/** A step in the form; `key` identifies it while it moves. */
export type TypedStep = { key: string; id?: string; kind: StepKind; days: string; text: string }

/** The values of the escalation form. */
export type EscalationValues = { enabled: boolean; stopsOnReply: boolean; steps: readonly TypedStep[] }

/** A stored escalation as form values. */
export const valuesOf = ({ enabled, stopsOnReply, steps, version }: Escalation): EscalationValues => ({
  // One that is not set up yet starts switched on, so that it only needs to be saved.
  enabled: version === 0 ? true : enabled,
  stopsOnReply,
  steps: steps.map(({ id, kind, days, text }) => ({ key: id, id, kind, days: String(days), text: text.join('\n') })),
})

/** The form as the payload of the API call. */
export const payloadOf = ({ enabled, stopsOnReply, steps }: EscalationValues) => ({
  enabled,
  stopsOnReply,
  steps: steps.map(({ id, kind, days, text }) => ({
    ...(id ? { id } : {}),
    kind,
    days: days.trim() === '' ? 0 : Number(days),
    ...(kind === 'icann' ? {} : { text }),
  })),
})

/** The steps with one more, of the next of the kinds in order, before a complaint, which stays last. */
export function withStep(
  steps: readonly TypedStep[],
  key: string,
  kinds = stepKinds as readonly StepKind[],
): TypedStep[] {
  const kind = kinds.find((one) => !steps.some((step) => step.kind === one)) ?? 'reminder'
  const added: TypedStep = { key, kind, days: '7', text: defaultTexts[kind].join('\n') }
  const at = kind !== 'icann' && steps.at(-1)?.kind === 'icann' ? steps.length - 1 : steps.length
  return steps.toSpliced(at, 0, added)
}

/** The step with another kind and its default text, unless somebody wrote a text. */
export function withKind(step: TypedStep, kind: StepKind): TypedStep {
  const isDefault = step.text.trim() === '' || step.text === defaultTexts[step.kind].join('\n')
  return { ...step, kind, text: isDefault ? defaultTexts[kind].join('\n') : step.text }
}

/** The steps with one moved up or down by one position. */
export function moved(steps: readonly TypedStep[], from: number, by: -1 | 1): TypedStep[] {
  const step = steps[from]
  const to = from + by
  if (!step || to < 0 || to >= steps.length) return [...steps]
  return steps.toSpliced(from, 1).toSpliced(to, 0, step)
}
