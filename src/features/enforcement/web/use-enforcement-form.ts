import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { enforcement, enforcementCalls, noticeCalls } from '#features/enforcement/contract.ts'
import type { NamedHost } from '#features/replies/contract.ts'
import { toastError, toastSuccess } from '#kit/web/alerts.ts'
import { call, CallFailed, failedWith } from '#kit/web/call.ts'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import { changedFields } from '#kit/web/form-values.ts'
import { businessToday } from '#kit/web/settings.ts'
import { useTemporaryState } from '#kit/web/use-temporary-state.ts'
import { useTyped } from '#kit/web/use-typed.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import type { EnforcedFinding } from './enforced-finding.ts'
import type { FormValues } from './FormSheet.tsx'
import type { SendPreview } from './SendReview.tsx'
import { messageMilliseconds, texts } from './texts.ts'
import { useRecall } from './use-recall.ts'

/** What the dialog records: enforcement of one finding, to a `host` that an answer named, or the same for several. */
export type DialogSubject =
  | { kind: 'one'; row: EnforcedFinding; host?: NamedHost | undefined }
  | { kind: 'many'; rows: readonly EnforcedFinding[] }

export type Outcome = { row?: EnforcedFinding; batch?: string }

type Fields = {
  registrar: string
  ipAddress: string
  hosting: string
  actionTaken: string
  date: string
  infrigementStatus: string
  abuseEmail: string
  /** Whose the address is, where it was typed; '' where that is not known. */
  deskKind: '' | 'registrar' | 'host'
  /** Why an incomplete notice is sent anyway. */
  overrideReason: string
}

const untyped: Fields = {
  registrar: '',
  ipAddress: '',
  hosting: '',
  actionTaken: '',
  date: '',
  infrigementStatus: '',
  abuseEmail: '',
  deskKind: '',
  overrideReason: '',
}

const aboutOf = (platform: FindingPlatformDefinition, subject: DialogSubject): string =>
  [platform.value, ...(subject.kind === 'one' ? [subject.row] : subject.rows).map(({ id }) => id)].join(' ')

/** The fields of the dialog, prefilled from the last enforcement of the finding or from the finding itself. */
export function useEnforcementForm(
  platform: FindingPlatformDefinition,
  subject: DialogSubject,
  done: (outcome: Outcome) => void,
) {
  const { typed, change, discard } = useTyped({ ...untyped, about: aboutOf(platform, subject) })
  const [isByHand, setByHand] = useState(false)
  const initial = useInitialFields(platform, subject)
  const fields: Fields = { ...initial, ...typed }
  const { errors, working, refusal, run } = useSaving()
  const [preview, setPreview] = useState<SendPreview>()
  const reportSent = useRecall(() => done({}))
  const finish = ({ message, outcome }: Saved) => {
    toastSuccess(message)
    done(outcome)
  }
  return {
    fields,
    /** Something differs from what it was prefilled with. */
    isTyped: changedFields(initial, fields).length > 0,
    errors,
    working,
    /** The last attempt lacked an approval: why, and that an Admin may give a reason. */
    refusal,
    set: (name: keyof Fields, value: string) => change({ [name]: value }),
    /** Set while it shows what was not sent when the session ended: goes back to what it was prefilled with. */
    discard,
    /** The abuse address is typed, not one of those offered. */
    isByHand,
    /** Chooses an address that is offered; undefined: one that is typed next. Whose it was is not known of the new one. */
    chooseAddress: (email: string | undefined) => {
      setByHand(email === undefined)
      change({ abuseEmail: email ?? '', deskKind: '' })
    },
    save: () => run('save', async () => finish(await saveFields(platform, subject, fields)), sentenceOf),
    /** What sending would do, once it was asked for; sending comes after it. */
    preview,
    leavePreview: () => setPreview(undefined),
    review: () =>
      run(
        'send',
        async () => {
          if (subject.kind === 'one') setPreview(await previewOf(platform, subject.row, fields))
        },
        sendFailure,
      ),
    send: () =>
      run(
        'send',
        async () => {
          if (subject.kind !== 'one') return
          const sent = await sendNotice(platform, subject.row, fields)
          reportSent({ ...sent, notices: { recordIds: sent.data.map(({ id }) => id) } })
          done({ row: withRecords(subject.row, sent.data) })
        },
        sendFailure,
      ),
    /** The report was made with the desk's web form: the same record as after an email. Rejects when that fails. */
    recordForm: async (address: string, values: FormValues) => {
      if (subject.kind !== 'one') return
      const { registrar, ipAddress, hosting, date } = fields
      const facts = { registrar, ipAddress, hosting, date }
      const input = { ...facts, ...values, platform: platform.value, id: subject.row.id, form: address }
      const { message, data } = await call(enforcement.recordForm, input)
      finish({ message, outcome: { row: withRecords(subject.row, data) } })
    },
  }
}

/** What the dialog is filled in for: a notice once an abuse address is chosen, else a record without one. */
export const primaryOf = ({ abuseEmail }: Pick<Fields, 'abuseEmail'>, mayMail: boolean): 'send' | 'save' =>
  mayMail && abuseEmail.trim() !== '' ? 'send' : 'save'

/** The state and the actions of the dialog. */
export type EnforcementForm = ReturnType<typeof useEnforcementForm>

function useInitialFields(platform: FindingPlatformDefinition, subject: DialogSubject): Fields {
  const id = subject.kind === 'one' ? subject.row.id : ''
  const { data } = useQuery({
    queryKey: ['enforcement', 'last', id],
    queryFn: ({ signal }) => call(enforcement.last, { platform: platform.value, infrigementId: id }, { signal }),
    enabled: subject.kind === 'one',
    staleTime: 0,
    retry: false,
  })
  const host = subject.kind === 'one' ? subject.host : undefined
  const own = (name: string) => (subject.kind === 'one' ? String(subject.row[name] ?? '') : '')
  const initialValue = (name: 'registrar' | 'ipAddress' | 'hosting') => data?.[name] || own(name)
  return {
    ...untyped,
    registrar: initialValue('registrar'),
    ipAddress: initialValue('ipAddress'),
    hosting: host?.name ?? initialValue('hosting'),
    date: businessToday(),
    abuseEmail: host?.email ?? '',
  }
}

/** Runs one action at a time; errors of fields are shown at the fields, others as an alert. */
function useSaving() {
  const [errors, setErrors] = useTemporaryState<Readonly<Record<string, string>>>({}, messageMilliseconds)
  const [working, setWorking] = useState<'save' | 'send'>()
  const [refusal, setRefusal] = useState<string>()
  const run = async (what: 'save' | 'send', action: () => Promise<void>, describeError: (error: unknown) => string) => {
    setWorking(what)
    setErrors({})
    try {
      await action()
    } catch (error) {
      if (failedWith(error, 422) && Object.keys(error.fields).length > 0) {
        setErrors(error.fields)
        if (error.fields['approval']) setRefusal(error.fields['approval'])
      } else toastError(describeError(error), { cause: error })
    } finally {
      setWorking(undefined)
    }
  }
  return { errors, working, refusal, run }
}

type Saved = { message: string; outcome: Outcome }

async function saveFields(platform: FindingPlatformDefinition, subject: DialogSubject, fields: Fields): Promise<Saved> {
  const { abuseEmail: _, deskKind: __, ...facts } = fields
  const calls = enforcementCalls[platform.value]
  if (subject.kind !== 'one') {
    const { message } = await call(calls.saveMany, { ...facts, recordIds: subject.rows.map(({ id }) => id) })
    return { message, outcome: {} }
  }
  const { message, data } = await call(calls.save, { ...facts, id: subject.row.id })
  return { message, outcome: { row: withRecords(subject.row, data) } }
}

const noticeInput = (row: EnforcedFinding, { abuseEmail: abusiveEmailId, deskKind, ...facts }: Fields) => ({
  ...facts,
  abusiveEmailId,
  ...(deskKind === '' ? {} : { deskKind }),
  id: row.id,
})

const previewOf = (platform: FindingPlatformDefinition, row: EnforcedFinding, fields: Fields): Promise<SendPreview> =>
  call(enforcement.preview, { ...noticeInput(row, fields), platform: platform.value })

const sendNotice = (platform: FindingPlatformDefinition, row: EnforcedFinding, fields: Fields) =>
  call(noticeCalls[platform.value]!.send, {
    ...noticeInput(row, fields),
    company: row.company.id,
    brand: row.brand.id,
  })

/** The finding after it was enforced: the new records come first, the newest tells its status. */
function withRecords(row: EnforcedFinding, added: EnforcedFinding['enforcementData']): EnforcedFinding {
  return { ...row, status: added[0]!.infrigementStatus, enforcementData: [...added, ...row.enforcementData] }
}

/** A 404, or a 409 for a notice already sent, shows its own message; anything else 'Something went wrong.' (S-263). */
export function sendFailure(error: unknown): string {
  if (!(error instanceof CallFailed)) return texts.wentWrong
  if (error.status === 404) return messageOf(error) || texts.notFound
  return error.status === 409 ? error.message : texts.wentWrong
}

/** The message of a 409 when all notices were already sent; anything else is 'Internal Server Error' (S-262). */
export function bulkSendFailure(error: unknown): string {
  return failedWith(error, 409) ? error.message : texts.serverError
}

/** What the server itself said; empty when its answer has no message. */
function messageOf({ answer }: CallFailed): string {
  return typeof answer['message'] === 'string' ? answer['message'] : ''
}
