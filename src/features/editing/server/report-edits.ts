import type { EditReport } from '#features/editing/contract.ts'
import { messages, reasons } from '#features/editing/messages.ts'
import type { RefusedRow } from '#features/intake/contract.ts'
import { someRefused } from '#features/intake/messages.ts'
import type { Outline } from '#features/intake/server/outline.ts'
import { indexes, refusedRow, reportOf, type CheckResult } from '#features/intake/server/report.ts'
import type { Platform } from '#platforms/platform.ts'

/** Comma-joined indexes of rows that somebody else saved or deleted since they were fetched. */
export type Conflicts = { changed: string; gone: string }
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
  const gone = indexes(conflicts.gone)
  const changed: RefusedRow[] = [...indexes(conflicts.changed), ...gone]
    .sort((one, other) => one - other)
    .map((index) =>
      refusedRow(platform, outline[index]!, index, gone.has(index) ? reasons.deleted : reasons.changed, {}),
    )
  const refused = new Set([...report.duplicates, ...changed].map(({ index }) => index)).size
  const message = changed.length > 0 ? messages.changedByOthers(changed.length) : someRefused(refused, outline.length)
  return { report: { ...report, message, changed }, refused }
}
