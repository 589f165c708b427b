import { useState } from 'react'
import type { User } from '#features/sessions/contract-schemas.ts'
import { platformsOf } from '#features/sessions/web/scope.ts'
import { useScope } from '#features/sessions/web/session-context.tsx'
import { type CheckedLine, requests } from '#features/requests/contract.ts'
import { duplicatesFound, existingFound, missing, submitted } from '#features/requests/messages.ts'
import { toastError } from '#kit/web/alerts.ts'
import { call, failedWith } from '#kit/web/call.ts'
import type { GridRows } from '#kit/web/EditableGrid-rows.ts'
import { platforms } from '#platforms/all.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { addressOf, afterEdit, fromAnswer, linesOf, noRequestedRows, type RequestedRows } from './requested-rows.ts'
import { dialogs } from './texts.ts'

export type RequestForm = {
  company: string | null
  brand: string | null
  platform: string | null
  lines: string
  remarks: string
}

/** What was entered for a request; another brand in the top bar does not clear it, and finds its own rows again. */
export type StoredRequest = {
  lines: string
  remarks: string
  /** The checked rows that were not submitted, by the brand of the top bar, with the form that they came from. */
  checked: Map<string | null, { form: RequestForm; requested: RequestedRows }>
}

/** The result of Submit, for the dialog. */
export type Outcome = { title: string; messages: readonly string[] }

/** State and actions of the request screen: the form, its rows, upload and submit (C-212 to C-217). */
export function useRequest(user: User, stored: StoredRequest) {
  const scope = useScope()
  const initialForm = { ...emptyForm, company: scope.company.id, brand: scope.brand.id }
  const { form, fill, requested, setRequested } = useStoredRequest(stored, initialForm)
  const [busy, setBusy] = useState<'upload' | 'submit'>()
  const { brands, brand, availablePlatforms, platform } = chosenIn(form, user)
  const { rows } = requested

  const upload = async () => {
    if (!brand) return toastError(missing.brand)
    if (!platform) return toastError(missing.platform)
    const lines = linesOf(form.lines, form.remarks)
    if (lines.length === 0) return toastError(missing.lines)
    setBusy('upload')
    try {
      const domainUrls = lines.map((line) => ({ ...line, brand: brand.brandName }))
      const answer = await call(requests.check, { ...targetOf(brand, platform), domainUrls })
      setRequested(fromAnswer(platform, answer.domainUrls))
    } catch (error) {
      toastError(failedWith(error, 422) ? error.message : dialogs.unexpected, { cause: error })
    } finally {
      setBusy(undefined)
    }
  }

  const { submit, outcome, closeOutcome } = useSubmitting(
    { brand, platform, rows },
    {
      setBusy,
      onSubmitted: () => {
        setRequested(noRequestedRows)
        fill({ ...form, lines: '', remarks: '' })
      },
      onRefused: setRequested,
    },
  )
  return {
    form,
    brands,
    brand,
    availablePlatforms,
    requested,
    /** How many addresses have not been submitted: those of the rows, before there are any those that were typed. */
    unsent: rows.length > 0 ? rows.length : linesOf(form.lines, '').length,
    busy,
    outcome,
    closeOutcome,
    /** The inputs are locked while there are rows (C-212). */
    isLocked: rows.length > 0 || busy !== undefined,
    change: (change: Partial<RequestForm>) => fill({ ...form, ...change }),
    edit: (next: GridRows) => platform && setRequested(afterEdit(platform, requested, next)),
    clear: () => {
      setRequested(noRequestedRows)
      fill(initialForm)
    },
    upload,
    submit,
  }
}

/** The form and its rows, as they were left when this brand was chosen last. */
function useStoredRequest(stored: StoredRequest, initialForm: RequestForm) {
  const key = initialForm.brand
  const before = stored.checked.get(key)
  const [form, setForm] = useState<RequestForm>(
    before?.form ?? { ...initialForm, lines: stored.lines, remarks: stored.remarks },
  )
  const [requested, showRows] = useState(before?.requested ?? noRequestedRows)
  return {
    form,
    fill: (next: RequestForm) => {
      Object.assign(stored, { lines: next.lines, remarks: next.remarks })
      setForm(next)
    },
    requested,
    setRequested: (next: RequestedRows) => {
      if (next.rows.length === 0) stored.checked.delete(key)
      else stored.checked.set(key, { form, requested: next })
      showRows(next)
    },
  }
}

/** What `useRequest` returns. */
export type RequestState = ReturnType<typeof useRequest>

const emptyForm: RequestForm = { company: null, brand: null, platform: null, lines: '', remarks: '' }

/** The brand and platform of the form, and what there is to choose from. */
function chosenIn(form: RequestForm, user: User) {
  const brands = (user.brandDetails ?? []).filter((one) => one.status && one.company === form.company)
  const brand = brands.find((one) => one.id === form.brand)
  const availablePlatforms = platforms.filter(({ key }) => brand !== undefined && platformsOf(brand.platform).has(key))
  return {
    brands,
    brand,
    availablePlatforms,
    platform: availablePlatforms.find(({ value }) => value === form.platform),
  }
}

type Brand = NonNullable<ReturnType<typeof chosenIn>['brand']>

const targetOf = (brand: Brand, platform: FindingPlatformDefinition) => ({
  company: brand.company,
  brand: brand.id,
  platform: platform.value,
})

type Submitting = Pick<ReturnType<typeof chosenIn>, 'brand' | 'platform'> & { rows: GridRows }

type SubmittingDeps = {
  setBusy: (busy: 'submit' | undefined) => void
  onSubmitted: () => void
  /** Called with the rows that the server refused, marked. */
  onRefused: (refused: ReturnType<typeof fromAnswer>) => void
}

/** Submits the rows that have an address, and says in a dialog what became of them. */
function useSubmitting({ brand, platform, rows }: Submitting, { setBusy, onSubmitted, onRefused }: SubmittingDeps) {
  const [outcome, setOutcome] = useState<Outcome>()
  const submit = async () => {
    if (!brand || !platform) return
    const sent = rows.filter((row) => addressOf(row) !== '')
    if (sent.length === 0) return toastError(missing.lines)
    setBusy('submit')
    try {
      await call(requests.submit, { ...targetOf(brand, platform), rows: linesToSubmit(sent, brand.brandName) })
      onSubmitted()
      setOutcome({ title: dialogs.submitted, messages: [submitted] })
    } catch (error) {
      const flagged = flaggedIn(error)
      const numbers = sent.map((row) => row.sn)
      if (flagged) onRefused(fromAnswer(platform, flagged, numbers))
      setOutcome({ title: dialogs.failed, messages: flagged ? refusalMessages(flagged) : failureMessages(error) })
    } finally {
      setBusy(undefined)
    }
  }
  return { submit, outcome, closeOutcome: () => setOutcome(undefined) }
}

/** How many lines are refused and why (C-325). */
function refusalMessages(lines: readonly CheckedLine[]): string[] {
  const duplicates = lines.filter((line) => line.isDuplicate).length
  const existing = lines.filter((line) => line.isExists).length
  return [...(duplicates > 0 ? [duplicatesFound(duplicates)] : []), ...(existing > 0 ? [existingFound(existing)] : [])]
}

/** A 422 names the invalid line, which helps; other messages do not. */
function failureMessages(error: unknown): string[] {
  const why = failedWith(error, 422) ? [error.message] : []
  return [dialogs.unexpected, ...why]
}

/** The lines the server refused as duplicates or existing. */
function flaggedIn(error: unknown): CheckedLine[] | undefined {
  if (!failedWith(error, 409)) return undefined
  const lines = error.answer['domainUrls']
  return Array.isArray(lines) ? (lines as CheckedLine[]) : undefined
}

const linesToSubmit = (rows: GridRows, brand: string) =>
  rows.map((row) => ({
    id: String(row.sn),
    brand,
    domain: addressOf(row),
    remarks: String(row['remarks'] ?? '').trim(),
  }))
