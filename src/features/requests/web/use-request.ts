import { useState } from 'react'
import type { User } from '#features/sessions/contract.ts'
import { platformsOf } from '#features/sessions/web/scope.ts'
import { useScope } from '#features/sessions/web/session-context.tsx'
import { type CheckedLine, requests } from '#features/requests/contract.ts'
import { duplicatesFound, existingFound, missing, submitted } from '#features/requests/messages.ts'
import { toastError } from '#kit/web/alerts.ts'
import { call, failedWith } from '#kit/web/call.ts'
import type { GridRows } from '#kit/web/EditableGrid-rows.ts'
import { platforms } from '#platforms/all.ts'
import { addressOf, afterEdit, fromAnswer, linesOf, noRequestedRows } from './requested-rows.ts'
import { dialogs } from './texts.ts'

export type RequestForm = {
  company: string | null
  brand: string | null
  platform: string | null
  lines: string
  remarks: string
}

/** The result of Submit, for the dialog. */
export type Outcome = { title: string; messages: readonly string[] }

/** State and actions of the request screen: the form, its rows, upload and submit (C-212 to C-217). */
export function useRequest(user: User) {
  const scope = useScope()
  const initialForm: RequestForm = {
    company: scope.company.id,
    brand: scope.brand.id,
    platform: null,
    lines: '',
    remarks: '',
  }
  const [form, setForm] = useState(initialForm)
  const [requested, setRequested] = useState(noRequestedRows)
  const [busy, setBusy] = useState<'upload' | 'submit'>()
  const [outcome, setOutcome] = useState<Outcome>()

  const brands = (user.brandDetails ?? []).filter((one) => one.status && one.company === form.company)
  const brand = brands.find((one) => one.id === form.brand)
  const availablePlatforms = platforms.filter(({ key }) => brand !== undefined && platformsOf(brand.platform).has(key))
  const platform = availablePlatforms.find(({ value }) => value === form.platform)
  const { rows } = requested

  const upload = async () => {
    if (!brand) return toastError(missing.brand)
    if (!platform) return toastError(missing.platform)
    const lines = linesOf(form.lines, form.remarks)
    if (lines.length === 0) return toastError(missing.lines)
    setBusy('upload')
    try {
      const target = { company: brand.company, brand: brand.id, platform: platform.value }
      const domainUrls = lines.map((line) => ({ ...line, brand: brand.brandName }))
      const answer = await call(requests.check, { ...target, domainUrls })
      setRequested(fromAnswer(platform, answer.domainUrls))
    } catch (error) {
      toastError(failedWith(error, 422) ? error.message : dialogs.unexpected)
    } finally {
      setBusy(undefined)
    }
  }

  const submit = async () => {
    if (!brand || !platform) return
    const sent = rows.filter((row) => addressOf(row) !== '')
    if (sent.length === 0) return toastError(missing.lines)
    setBusy('submit')
    try {
      const target = { company: brand.company, brand: brand.id, platform: platform.value }
      await call(requests.submit, { ...target, rows: linesToSubmit(sent, brand.brandName) })
      setRequested(noRequestedRows)
      setForm({ ...form, lines: '', remarks: '' })
      setOutcome({ title: dialogs.submitted, messages: [submitted] })
    } catch (error) {
      const flagged = flaggedIn(error)
      const numbers = sent.map((row) => row.sn)
      if (flagged) setRequested(fromAnswer(platform, flagged, numbers))
      setOutcome({ title: dialogs.failed, messages: flagged ? refusalMessages(flagged) : failureMessages(error) })
    } finally {
      setBusy(undefined)
    }
  }

  return {
    form,
    brands,
    brand,
    availablePlatforms,
    requested,
    busy,
    outcome,
    closeOutcome: () => setOutcome(undefined),
    /** The inputs are locked while there are rows (C-212). */
    isLocked: rows.length > 0 || busy !== undefined,
    change: (change: Partial<RequestForm>) => setForm({ ...form, ...change }),
    edit: (next: GridRows) => platform && setRequested(afterEdit(platform, requested, next)),
    clear: () => {
      setRequested(noRequestedRows)
      setForm(initialForm)
    },
    upload,
    submit,
  }
}

/** What `useRequest` returns. */
export type RequestState = ReturnType<typeof useRequest>

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
