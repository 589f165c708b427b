import { useState } from 'react'
import { bulkQueue, exportCalls } from '#features/exports/contract.ts'
import type { BulkRecord } from '#features/exports/contract-schemas.ts'
import {
  allBrands,
  choiceNames,
  choicesOf,
  type ChoiceName,
  type ExportFormat,
  type ExportRhythm,
} from '#features/exports/rules.ts'
import { isRequired } from '#kit/contract/texts.ts'
import type { CallOutput } from '#kit/contract/endpoint.ts'
import { toastError, toastInfo, toastSuccess } from '#kit/web/alerts.ts'
import { call, CallFailed } from '#kit/web/call.ts'
import { businessToday } from '#kit/web/settings.ts'
import type { DayRange } from '#vocabulary/dates.ts'
import type { FindingPlatform } from '#vocabulary/platform-names.ts'
import { messages } from '#features/exports/messages.ts'
import { texts } from './texts.ts'

export type BulkForm = {
  company: string | undefined
  /** Ids, or 'ALL' alone. */
  brand: readonly string[]
  platform: FindingPlatform | undefined
  range: DayRange
  choices: Readonly<Record<ChoiceName, readonly string[]>>
  format: ExportFormat
  /** Not with the fields of the form but with its confirmation. */
  repeat: ExportRhythm | 'never'
}

export type Counts = CallOutput<typeof exportCalls.confirm>

const noChoices = { reasonCode: [], seller: [], status: [], actionDate: [] } as const

/** Today in the business zone, the default range (S-291). */
const todayOnly = (): DayRange => ({ startDate: businessToday(), endDate: businessToday() })

const emptyForm = (): BulkForm => ({
  company: undefined,
  brand: [],
  platform: undefined,
  range: todayOnly(),
  choices: noChoices,
  format: 'xlsx',
  repeat: 'never',
})

/** The brands after a change of the selection: choosing All replaces the others, and another one replaces All (S-061). */
export function brandsAfter(before: readonly string[], after: readonly string[]): readonly string[] {
  const added = after.find((one) => !before.includes(one))
  if (added === allBrands) return [allBrands]
  return added === undefined ? after : after.filter((one) => one !== allBrands)
}

/** The scope and filters of the form as calls take them; undefined until company, brand and platform are set. */
export function queryOf({ company, brand, platform, range, choices }: BulkForm) {
  if (!company || brand.length === 0 || !platform) return undefined
  const offered = choicesOf(platform)
  const chosen = Object.fromEntries(choiceNames.map((name) => [name, offered.includes(name) ? [...choices[name]] : []]))
  return { company, brand: [...brand], platform: platform as string, ...range, ...chosen }
}

/** What is missing, by field, with its message; empty when nothing is. */
export type Missing = Readonly<Partial<Record<keyof typeof requiredLabels, string>>>

const requiredLabels = { company: 'Company', brand: 'Brand', platform: 'Platform' } as const

function missingIn(form: BulkForm): Missing {
  const isSet = { company: form.company, brand: form.brand.length > 0, platform: form.platform }
  const names = (['company', 'brand', 'platform'] as const).filter((name) => !isSet[name])
  return Object.fromEntries(names.map((name) => [name, isRequired(requiredLabels[name])]))
}

/** The labels of what is missing. */
export const missingLabels = (missing: Missing): string[] =>
  Object.entries(requiredLabels).flatMap(([name, label]) => (name in missing ? [label] : []))

type BulkQuery = NonNullable<ReturnType<typeof queryOf>>

const sentence = (problem: unknown) => (problem instanceof CallFailed ? problem.message : texts.failed)

/** The form of a bulk download and its steps: password, then confirmation, then the queue (S-063). */
export function useBulkDownload(reload: () => void) {
  const [form, setForm] = useState(emptyForm)
  const [step, setStep] = useState<'form' | 'password' | 'confirm'>('form')
  const [grant, setGrant] = useState('')
  const [counts, setCounts] = useState<Counts>()
  const [isBusy, setBusy] = useState(false)
  const [missing, setMissing] = useState<Missing>({})
  const query = queryOf(form)
  const close = () => setStep('form')
  const count = async (newGrant: string) => {
    try {
      const found = await call(exportCalls.confirm, query!, { headers: { 'x-action-grant': newGrant } })
      const isEmpty = found.result.every(({ noOfDocument }) => noOfDocument === 0)
      setGrant(newGrant)
      setCounts(found)
      setStep(isEmpty ? 'form' : 'confirm')
      if (isEmpty) toastError(messages.noRecords)
    } catch (problem) {
      toastError(sentence(problem))
      close()
    }
  }
  const accept = async () => {
    setBusy(true)
    try {
      const { message } = await requestDownload(query!, form, grant)
      toastSuccess(message)
      setForm((now) => ({ ...now, repeat: 'never' }))
      close()
    } catch (problem) {
      toastError(sentence(problem))
    }
    setBusy(false)
    reload()
  }
  return {
    form,
    query,
    step,
    counts,
    isBusy,
    missing,
    close,
    change: (change: Partial<BulkForm>) => {
      setForm((now) => ({ ...now, ...change }))
      setMissing({})
    },
    /** Without company, brand and platform nothing happens but a mark on what is missing (S-160). */
    fetch: () => {
      setMissing(missingIn(form))
      if (query) setStep('password')
    },
    /** With the grant of the password: counts what the download would contain. */
    count,
    accept,
    /** Fills the form with a finished download and today's date. */
    repeat: (download: BulkRecord) => {
      setForm(formLike(download))
      setMissing({})
      toastInfo(texts.repeated)
      window.scrollTo({ top: 0 })
    },
  }
}

/** The form of a finished download, for today. */
function formLike({ chosen: { company, brand, ...choices }, platform, format }: BulkRecord): BulkForm {
  return { ...emptyForm(), company, brand, platform: platform as FindingPlatform, choices, format }
}

/** Queues the download, with the grant of the password. */
function requestDownload(query: BulkQuery, { format, repeat }: BulkForm, grant: string) {
  const body = { ...query, format, ...(repeat === 'never' ? {} : { repeat }) }
  return call(bulkQueue.request, body, { headers: { 'x-action-grant': grant } })
}

export type BulkDownload = ReturnType<typeof useBulkDownload>
