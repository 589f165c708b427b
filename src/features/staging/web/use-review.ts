import { useState } from 'react'
import { rowsPerCall } from '#features/staging-rows/contract.ts'
import { staging } from '#features/staging/contract.ts'
import type { Draft } from '#features/staging/contract-schemas.ts'
import { call } from '#kit/web/call.ts'
import type { GridRow } from '#kit/web/EditableGrid-rows.ts'
import type { FindingPlatform } from '#vocabulary/platform-names.ts'
import type { CallScope } from './save-queue.ts'

/** A staged row with its draft, and who saved it when. */
export type ReviewedRow = GridRow & { draftId: string; savedAt: string }

/** What was fetched for a company, brand and platform; `isCut` when there are more rows than a sheet has. */
export type Reviewed = {
  platform: FindingPlatform
  drafts: readonly Draft[]
  rows: readonly ReviewedRow[]
  isCut: boolean
  /** All rows of drafts that were chosen and that `rows` has not, or not completely. */
  rowsOf: ReadonlyMap<string, readonly ReviewedRow[]>
}

/** The rows to show: those of the chosen draft, or of all of them. */
export const shownRows = ({ rows, rowsOf }: Reviewed, chosen: string | undefined): readonly ReviewedRow[] =>
  chosen === undefined ? rows : (rowsOf.get(chosen) ?? rows.filter(({ draftId }) => draftId === chosen))

/** Fetches the open drafts of a scope and their rows, one draft after another (S-059). */
export function useReview() {
  const [reviewed, setReviewed] = useState<Reviewed>()
  const [isFetching, setFetching] = useState(false)
  const [error, setError] = useState<unknown>()
  const fetching = async (read: () => Promise<Reviewed>) => {
    setFetching(true)
    setError(undefined)
    try {
      setReviewed(await read())
    } catch (problem) {
      setReviewed(undefined)
      setError(problem)
    } finally {
      setFetching(false)
    }
  }
  return {
    reviewed,
    isFetching,
    error,
    fetchRows: (scope: CallScope, chosen: string | undefined) => fetching(() => readReview(scope, chosen)),
    /** Fetches the rows of a draft that did not fit into the sheet of all drafts. */
    fetchDraft: (draftId: string | undefined) => {
      if (reviewed && isMissing(reviewed, draftId)) void fetching(() => withDraft(reviewed, draftId))
    },
    clear: () => (setReviewed(undefined), setError(undefined)),
  }
}

/** Reads the open drafts of a scope with the first rows of all, and every row of the chosen one. */
export const readReview = async (scope: CallScope, chosen: string | undefined): Promise<Reviewed> =>
  withDraft(await readAll(scope), chosen)

async function readAll(scope: CallScope): Promise<Reviewed> {
  const drafts = await call(staging.drafts, scope)
  const rows: ReviewedRow[] = []
  const isCut = drafts.reduce((all, one) => all + one.rows, 0) > rowsPerCall
  for (const { id } of drafts) {
    if (rows.length >= rowsPerCall) break
    for (const row of await readDraft(id, rows.length)) rows.push(row)
  }
  const platform = scope.platform as FindingPlatform
  return { platform, drafts, rows: rows.slice(0, rowsPerCall), isCut, rowsOf: new Map() }
}

/** The rows of a draft, numbered after so many. */
async function readDraft(draftId: string, after = 0): Promise<ReviewedRow[]> {
  const { draft, draftItems } = await call(staging.rows, { draftId })
  return draftItems.map(({ data, savedBy, savedAt }, n) => ({
    ...data,
    draft: draft.fileName,
    savedBy,
    savedAt,
    draftId,
    sn: after + n + 1,
  }))
}

/** Whether rows of a draft are still to be fetched. */
function isMissing({ isCut, drafts, rows, rowsOf }: Reviewed, draftId: string | undefined): draftId is string {
  if (!isCut || draftId === undefined || rowsOf.has(draftId)) return false
  const all = drafts.find(({ id }) => id === draftId)?.rows ?? 0
  return rows.filter((row) => row.draftId === draftId).length < all
}

async function withDraft(reviewed: Reviewed, draftId: string | undefined): Promise<Reviewed> {
  if (!isMissing(reviewed, draftId)) return reviewed
  return { ...reviewed, rowsOf: new Map([...reviewed.rowsOf, [draftId, await readDraft(draftId)]]) }
}
