import type { EditReport } from '#features/editing/contract.ts'
import { messages, reasons } from '#features/editing/messages.ts'
import type { RefusedRow } from '#features/staging-rows/contract.ts'
import { someRefused } from '#features/staging-rows/messages.ts'
import { type CheckResult, unpackIndexes } from '#features/staging-rows/server/check-result.ts'
import type { RowIndexes } from '#features/staging-rows/server/packed-lists.ts'
import type { Outline } from '#features/staging-rows/server/outline.ts'
import { refusedRow, reportOf } from '#features/staging-rows/server/report.ts'
import type { Platform } from '#platforms/platform.ts'

/** Rows that somebody else saved or deleted since they were fetched. */
export type Conflicts = { changed: RowIndexes; gone: RowIndexes }
/** No row was changed by somebody else. */
export const noConflicts: Conflicts = { changed: '', gone: '' }

/** The report of a rejected edit: an upload's report, and the conflicts; and how many rows it rejects. */
export function editReportOf(
  platform: Platform,
  outline: Outline,
  checkResult: CheckResult,
  conflicts: Conflicts,
): { report: EditReport; refused: number } {
  const { wouldSave: _, ...report } = reportOf(platform, outline, checkResult)
  const gone = unpackIndexes(conflicts.gone)
  const changed: RefusedRow[] = [...unpackIndexes(conflicts.changed), ...gone]
    .sort((one, other) => one - other)
    .map((index) =>
      refusedRow(platform, outline[index]!, index, gone.has(index) ? reasons.deleted : reasons.changed, {}),
    )
  const refused = new Set([...report.duplicates, ...changed].map(({ index }) => index)).size
  const message = changed.length > 0 ? messages.changedByOthers(changed.length) : someRefused(refused, outline.length)
  return { report: { ...report, message, changed }, refused }
}
