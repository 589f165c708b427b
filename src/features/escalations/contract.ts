import { z } from 'zod'
import { recordedFormParts } from '#features/enforcement/contract-schemas.ts'
import { emailBodyLines, placeholders } from '#features/enforcement-config/contract.ts'
import { optionalText } from '#kit/contract/bounds.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { job } from '#kit/contract/job.ts'
import { listParams, pageSchema } from '#kit/contract/page.ts'
import { messageResponse, id, isNotValid, isRequired, optionalId, version } from '#kit/contract/texts.ts'
import { reportedPlatforms } from '#platforms/all.ts'
import type { FindingPlatform } from '#vocabulary/platform-names.ts'
import { staff } from '#vocabulary/roles.ts'
import { messages } from './messages.ts'
import { stepActions, runStates, stepKinds } from './rules.ts'

/** Runs the steps that are due, after recording which emails were sent and which were answered. */
export const takeSteps = job({ name: 'take-escalation-steps', payload: z.object({}), tries: 1, cron: '* * * * *' })

/** Stops the escalations of findings that are finished or deleted. */
export const endEscalations = job({ name: 'end-escalations', payload: z.object({}), tries: 2, cron: '*/10 * * * *' })

/** A step of this finding has to be done by a person; `userId` is who sent the first notice. */
export const stepNeedsPerson = job({
  name: 'step-needs-person',
  payload: z.object({
    companyId: z.uuid(),
    brandId: z.uuid(),
    platform: z.string(),
    findingId: z.uuid(),
    userId: z.uuid().nullable(),
    text: z.string(),
  }),
  tries: 5,
})

/** The platforms whose reports are followed up. */
const platformValues = reportedPlatforms.map(({ value }) => value) as [FindingPlatform, ...FindingPlatform[]]

/** Placeholders of a step's text: those of a notice, details of the first notice, and when the page was last seen. */
export const stepPlaceholders = [
  ...placeholders,
  'noticeDate',
  'noticeId',
  'noticeReference',
  'noticeAddress',
  'lastSeen',
] as const
export type StepPlaceholder = (typeof stepPlaceholders)[number]

export const maxSteps = 10

const days = z.union([z.number(), z.string()], isRequired('Days')).transform((raw, context) => {
  const number = typeof raw === 'number' ? raw : /^\d{1,6}$/.test(raw.trim()) ? Number(raw) : Number.NaN
  if (!Number.isInteger(number) || number < 1 || number > 365)
    context.addIssue({ code: 'custom', message: messages.daysBetween })
  return number
})

const step = z.object({ id, kind: z.enum(stepKinds), days: z.number(), text: z.array(z.string()) })
export type Step = z.output<typeof step>

const emailBody = emailBodyLines(stepPlaceholders)

/** A step as the client sends it: without an id it is new. A step that sends no email has no text. */
const stepInput = z
  .object({
    id: id.optional(),
    kind: z.enum(stepKinds, isNotValid('Step')),
    days,
    text: z.union([z.string(), z.array(z.string())]).optional(),
  })
  .transform((input, context) => {
    if (input.kind === 'icann') return { ...input, text: [] }
    const parsed = emailBody.safeParse(input.text)
    for (const { message } of parsed.error?.issues ?? []) context.addIssue({ code: 'custom', path: ['text'], message })
    return { ...input, text: parsed.data ?? [] }
  })

/** The steps as the client sends them; an error names the step it is about. */
const stepsInput = z
  .array(z.looseObject({ kind: z.unknown(), days: z.unknown(), text: z.unknown().optional() }), messages.stepsNotValid)
  .max(maxSteps, messages.tooManySteps)
  .transform((raw, context) => {
    const addError = (message: string) => context.addIssue({ code: 'custom', message })
    const steps = raw.flatMap((one, n) => {
      const parsed = stepInput.safeParse(one)
      for (const { message } of parsed.error?.issues ?? [])
        addError(messages.inStep(n + 1, /^(Invalid|Too|Expected)/.test(message) ? messages.stepsNotValid : message))
      return parsed.data ?? []
    })
    const ids = steps.flatMap((one) => one.id ?? [])
    if (new Set(ids).size < ids.length) addError(messages.stepsNotValid)
    if (steps.slice(0, -1).some(({ kind }) => kind === 'icann')) addError(messages.icannLast)
    return steps
  })

const named = { id, name: z.string() }

/** The escalation of an enforcement configuration; it has the configuration's id. Version 0: not set up yet. */
export const escalation = z.object({
  id,
  company: z.object(named),
  brand: z.object(named),
  platform: z.enum(platformValues),
  /** Whether the configuration is enabled, so that notices are sent with it. */
  configured: z.boolean(),
  enabled: z.boolean(),
  stopsOnReply: z.boolean(),
  steps: z.array(step),
  /** Number of findings that are in it now. */
  running: z.number(),
  version: z.number(),
})
export type Escalation = z.output<typeof escalation>

/** The escalation of one finding. */
export const nextStep = z.object({
  id,
  findingId: id,
  platform: z.enum(platformValues),
  address: z.string(),
  company: z.object(named),
  brand: z.object(named),
  state: z.enum(runStates),
  /** The next step and when it is due; null when none is left. */
  kind: z.enum(stepKinds).nullable(),
  nextAt: z.string().nullable(),
  /** Why it is paused or stopped, and by whom. */
  reason: z.string().nullable(),
  decidedBy: z.string().nullable(),
  /** Of a task: the web form through which its desk takes reports; null for an ICANN complaint. */
  form: z.string().nullable(),
  /** The notice that started it; `to` is the address, or the desk whose form it was. */
  notice: z.object({
    id,
    at: z.string(),
    to: z.string().nullable(),
    registrar: z.string().nullable(),
    ipAddress: z.string().nullable(),
    hosting: z.string().nullable(),
  }),
  updatedAt: z.string(),
  version: z.number(),
})
export type NextStep = z.output<typeof nextStep>

const event = z.object({
  id,
  at: z.string(),
  what: z.string(),
  kind: z.enum(stepKinds).nullable(),
  reason: z.string().nullable(),
  by: z.string().nullable(),
})
export type EscalationEvent = z.output<typeof event>

const optionalOneOf = <const V extends readonly [string, ...string[]]>(values: V) =>
  z
    .string()
    .optional()
    .transform((raw) => values.find((one) => one === raw) as V[number] | undefined)

export const escalations = {
  list: endpoint({
    method: 'GET',
    path: '/escalations',
    access: ['Admin'],
    summary: 'Escalations of the enforcement configurations whose notices are sent by email, a page at a time',
    takes: z.object({ ...listParams, configuration: optionalId }),
    answers: pageSchema(escalation),
  }),
  save: endpoint({
    method: 'POST',
    path: '/escalations/{id}',
    access: ['Admin'],
    summary: 'Set the timed next steps of an enforcement configuration: {enabled, stopsOnReply, steps, version}',
    takes: z.object({
      id,
      enabled: z.boolean(isNotValid('Enabled')),
      stopsOnReply: z.boolean(isNotValid('Stops on reply')),
      steps: stepsInput,
      /** 0: not set up yet. */
      version: z.union([z.literal(0), version]),
    }),
    answers: messageResponse.extend({ data: escalation }),
  }),
  nextSteps: endpoint({
    method: 'GET',
    path: '/next-steps',
    access: staff,
    summary: 'Findings in escalation: next steps, due dates, reasons of paused and stopped ones; next due first',
    takes: z.object({
      ...listParams,
      state: optionalOneOf(runStates),
      kind: optionalOneOf(stepKinds),
      company: optionalId,
      brand: optionalId,
      platform: optionalOneOf(platformValues),
    }),
    answers: pageSchema(nextStep),
  }),
  ofFinding: endpoint({
    method: 'GET',
    path: '/next-steps/{id}',
    access: staff,
    summary: 'The escalation of one finding and its history; null when it has none',
    takes: z.object({ id }),
    answers: z.object({ data: nextStep.extend({ events: z.array(event) }).nullable() }),
  }),
  recordForm: endpoint({
    method: 'POST',
    path: '/next-steps/{id}/form',
    access: staff,
    summary:
      'Record that the form of a step was submitted: {version, ticket}; the escalation continues with the next step',
    takes: z.object({
      id,
      version: z.int32(),
      ticket: recordedFormParts.ticket,
      overrideReason: recordedFormParts.overrideReason,
    }),
    answers: messageResponse,
  }),
  decide: endpoint({
    method: 'POST',
    path: '/next-steps/decide',
    access: staff,
    summary: 'Do now, skip, stop, resume or finish next steps: {action, items: [{id, version}], reason, email}',
    takes: z
      .object({
        action: z.enum(stepActions, isNotValid('Action')),
        items: z
          .array(z.object({ id, version: z.int32() }), messages.itemsNotValid)
          .min(1, messages.itemsNotValid)
          .max(1000, messages.itemsNotValid),
        reason: optionalText('Reason', { max: 500 }),
        /** The recipient of a paused step's email. */
        email: z
          .string()
          .trim()
          .optional()
          .transform((raw) => raw || undefined)
          .pipe(z.email(messages.emailNotValid).max(254, messages.emailNotValid).optional()),
      })
      .superRefine(({ action, items, reason, email }, context) => {
        const addError = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
        if (action === 'stop' && reason === '') addError('reason', messages.reasonRequired)
        if (email !== undefined && action !== 'resume') addError('email', messages.emailOnlyToResume)
        if (email !== undefined && items.length > 1) addError('email', messages.oneAddress)
      }),
    answers: messageResponse.extend({ changed: z.number(), unchanged: z.number() }),
    bodyLimit: 256 * 1024,
  }),
}
