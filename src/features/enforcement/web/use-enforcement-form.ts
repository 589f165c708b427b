import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { enforcement, enforcementCalls, noticeCalls } from '#features/enforcement/contract.ts'
import { toastError, toastSuccess } from '#kit/web/alerts.ts'
import { call, CallFailed } from '#kit/web/call.ts'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import { businessToday } from '#kit/web/settings.ts'
import { useTemporaryState } from '#kit/web/use-temporary-state.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import type { EnforcedFinding } from './enforced-finding.ts'
import { messageMilliseconds, texts } from './texts.ts'

/** What the dialog records: enforcement of one finding, the same for several, or notices for several. */
export type DialogSubject =
  | { kind: 'one'; row: EnforcedFinding }
  | { kind: 'many'; ids: readonly string[] }
  | { kind: 'mails'; ids: readonly string[] }

export type Outcome = { row?: EnforcedFinding; batch?: string }

type Fields = {
  registrar: string
  ipAddress: string
  hosting: string
  actionTaken: string
  date: string
  infrigementStatus: string
  abuseEmail: string
  /** Why an incomplete notice is sent anyway. */
  overrideReason: string
}

/** The fields of the dialog, prefilled from the last enforcement of the finding or from the finding itself. */
export function useEnforcementForm(
  platform: FindingPlatformDefinition,
  subject: DialogSubject,
  done: (outcome: Outcome) => void,
) {
  const [typed, setTyped] = useState<Partial<Fields>>({})
  const initial = useInitialFields(platform, subject)
  const fields: Fields = { ...initial, ...typed }
  const { errors, working, run } = useSaving()
  const finish = ({ message, outcome }: Saved) => {
    toastSuccess(message)
    done(outcome)
  }
  return {
    fields,
    errors,
    working,
    set: (name: keyof Fields, value: string) => setTyped((now) => ({ ...now, [name]: value })),
    save: () => run('save', async () => finish(await saveFields(platform, subject, fields)), sentenceOf),
    send: () =>
      run(
        'send',
        async () => finish(await sendNotices(platform, subject, fields)),
        subject.kind === 'one' ? sendFailure : bulkSendFailure,
      ),
  }
}

function useInitialFields(platform: FindingPlatformDefinition, subject: DialogSubject): Fields {
  const id = subject.kind === 'one' ? subject.row.id : ''
  const { data } = useQuery({
    queryKey: ['enforcement', 'last', id],
    queryFn: ({ signal }) => call(enforcement.last, { platform: platform.value, infrigementId: id }, { signal }),
    enabled: subject.kind === 'one',
    staleTime: 0,
    retry: false,
  })
  const own = (name: string) => (subject.kind === 'one' ? String(subject.row[name] ?? '') : '')
  const initialValue = (name: 'registrar' | 'ipAddress' | 'hosting') => data?.[name] || own(name)
  return {
    registrar: initialValue('registrar'),
    ipAddress: initialValue('ipAddress'),
    hosting: initialValue('hosting'),
    actionTaken: '',
    date: businessToday(),
    infrigementStatus: '',
    abuseEmail: '',
    overrideReason: '',
  }
}

/** Runs one action at a time; errors of fields are shown at the fields, others as an alert. */
function useSaving() {
  const [errors, setErrors] = useTemporaryState<Readonly<Record<string, string>>>({}, messageMilliseconds)
  const [working, setWorking] = useState<'save' | 'send'>()
  const run = async (what: 'save' | 'send', action: () => Promise<void>, describeError: (error: unknown) => string) => {
    setWorking(what)
    setErrors({})
    try {
      await action()
    } catch (error) {
      if (error instanceof CallFailed && error.status === 422 && Object.keys(error.fields).length > 0)
        setErrors(error.fields)
      else toastError(describeError(error))
    } finally {
      setWorking(undefined)
    }
  }
  return { errors, working, run }
}

type Saved = { message: string; outcome: Outcome }

async function saveFields(platform: FindingPlatformDefinition, subject: DialogSubject, fields: Fields): Promise<Saved> {
  const { abuseEmail: _, overrideReason: __, ...facts } = fields
  const calls = enforcementCalls[platform.value]
  if (subject.kind !== 'one') {
    const { message } = await call(calls.saveMany, { ...facts, recordIds: [...subject.ids] })
    return { message, outcome: {} }
  }
  const { message, data } = await call(calls.save, { ...facts, id: subject.row.id })
  return { message, outcome: { row: withRecords(subject.row, data) } }
}

async function sendNotices(
  platform: FindingPlatformDefinition,
  subject: DialogSubject,
  fields: Fields,
): Promise<Saved> {
  const { abuseEmail: abusiveEmailId, ...facts } = fields
  const calls = noticeCalls[platform.value]!
  if (subject.kind !== 'one') {
    const { message, batch } = await call(calls.sendMany, { ...facts, abusiveEmailId, recordIds: [...subject.ids] })
    return { message, outcome: { batch } }
  }
  const { id, company, brand } = subject.row
  const input = { ...facts, abusiveEmailId, id, company: company.id, brand: brand.id }
  const { message, data } = await call(calls.send, input)
  return { message, outcome: { row: withRecords(subject.row, data) } }
}

/** The finding after it was enforced: the new records come first, the newest tells its status. */
function withRecords(row: EnforcedFinding, added: EnforcedFinding['enforcementData']): EnforcedFinding {
  return { ...row, status: added[0]!.infrigementStatus, enforcementData: [...added, ...row.enforcementData] }
}

/** A 404, or a 409 for a notice already sent, shows its own message; anything else 'Something went wrong.' (S-263). */
export function sendFailure(error: unknown): string {
  if (!(error instanceof CallFailed)) return texts.wentWrong
  if (error.status === 404) return saidBy(error) || texts.notFound
  return error.status === 409 ? error.message : texts.wentWrong
}

/** The message of a 409 when all notices were already sent; anything else is 'Internal Server Error' (S-262). */
export function bulkSendFailure(error: unknown): string {
  return error instanceof CallFailed && error.status === 409 ? error.message : texts.serverError
}

/** What the server itself said; empty when its answer has no message. */
function saidBy({ answer }: CallFailed): string {
  return typeof answer['message'] === 'string' ? answer['message'] : ''
}
