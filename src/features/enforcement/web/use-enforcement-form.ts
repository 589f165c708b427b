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
  const [errors, setErrors] = useTemporaryState<Readonly<Record<string, string>>>({}, messageMilliseconds)
  const [working, setWorking] = useState<'save' | 'send'>()
  const last = useQuery({
    queryKey: ['enforcement', 'last', subject.kind === 'one' ? subject.row.id : ''],
    queryFn: ({ signal }) =>
      call(
        enforcement.last,
        { platform: platform.value, infrigementId: subject.kind === 'one' ? subject.row.id : '' },
        { signal },
      ),
    enabled: subject.kind === 'one',
    staleTime: 0,
    retry: false,
  })
  const own = (name: string) => (subject.kind === 'one' ? String(subject.row[name] ?? '') : '')
  const initialValue = (name: 'registrar' | 'ipAddress' | 'hosting') => last.data?.[name] || own(name)
  const fields: Fields = {
    registrar: initialValue('registrar'),
    ipAddress: initialValue('ipAddress'),
    hosting: initialValue('hosting'),
    actionTaken: '',
    date: businessToday(),
    infrigementStatus: '',
    abuseEmail: '',
    overrideReason: '',
    ...typed,
  }
  const { abuseEmail: abusiveEmailId, overrideReason, ...facts } = fields

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
  const withRecords = (row: EnforcedFinding, status: string, added: EnforcedFinding['enforcementData']) =>
    done({ row: { ...row, status, enforcementData: [...added, ...row.enforcementData] } })

  const save = () =>
    run(
      'save',
      async () => {
        if (subject.kind === 'one') {
          const { message, data } = await call(enforcementCalls[platform.value].save, { ...facts, id: subject.row.id })
          toastSuccess(message)
          withRecords(subject.row, data[0]!.infrigementStatus, data)
        } else {
          const { message } = await call(enforcementCalls[platform.value].saveMany, {
            ...facts,
            recordIds: [...subject.ids],
          })
          toastSuccess(message)
          done({})
        }
      },
      sentenceOf,
    )
  const send = () =>
    run(
      'send',
      async () => {
        const calls = noticeCalls[platform.value]!
        if (subject.kind === 'one') {
          const { id, company, brand } = subject.row
          const input = { ...facts, abusiveEmailId, overrideReason, id, company: company.id, brand: brand.id }
          const { message, data } = await call(calls.send, input)
          toastSuccess(message)
          withRecords(subject.row, data[0]!.infrigementStatus, data)
        } else {
          const { message, batch } = await call(calls.sendMany, {
            ...facts,
            abusiveEmailId,
            overrideReason,
            recordIds: [...subject.ids],
          })
          toastSuccess(message)
          done({ batch })
        }
      },
      subject.kind === 'one' ? sendFailure : bulkSendFailure,
    )
  return {
    fields,
    errors,
    working,
    set: (name: keyof Fields, value: string) => setTyped((now) => ({ ...now, [name]: value })),
    save,
    send,
  }
}

/** A 404, or a 409 for a notice already sent, shows its own message; anything else 'Something went wrong.' (S-263). */
export function sendFailure(error: unknown): string {
  if (!(error instanceof CallFailed)) return texts.wentWrong
  if (error.status === 404) return error.message || texts.notFound
  return error.status === 409 ? error.message : texts.wentWrong
}

/** The message of a 409 when all notices were already sent; anything else is 'Internal Server Error' (S-262). */
export function bulkSendFailure(error: unknown): string {
  return error instanceof CallFailed && error.status === 409 ? error.message : texts.serverError
}
