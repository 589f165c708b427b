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
}

/** Fetches the open drafts of a scope and their rows, one draft after another (S-059). */
export function useReview() {
  const [reviewed, setReviewed] = useState<Reviewed>()
  const [isFetching, setFetching] = useState(false)
  const [error, setError] = useState<unknown>()
  const fetchRows = async (scope: CallScope) => {
    setFetching(true)
    setError(undefined)
    try {
      const drafts = await call(staging.drafts, scope)
      const rows: ReviewedRow[] = []
      const isCut = drafts.reduce((all, one) => all + one.rows, 0) > rowsPerCall
      for (const { id } of drafts) {
        if (rows.length >= rowsPerCall) break
        const { draft, draftItems } = await call(staging.rows, { draftId: id })
        for (const { data, savedBy, savedAt } of draftItems)
          rows.push({ ...data, draft: draft.fileName, savedBy, savedAt, draftId: id, sn: rows.length + 1 })
      }
      setReviewed({ platform: scope.platform as FindingPlatform, drafts, rows: rows.slice(0, rowsPerCall), isCut })
    } catch (problem) {
      setReviewed(undefined)
      setError(problem)
    } finally {
      setFetching(false)
    }
  }
  return { reviewed, isFetching, error, fetchRows, clear: () => (setReviewed(undefined), setError(undefined)) }
}
