import { refusalsOf } from '#features/intake/web/refusals.ts'
import type { UploadReport } from '#features/staging-rows/contract.ts'
import type { GridRow, GridRows } from '#kit/web/EditableGrid-rows.ts'
import type { Refusals } from '#kit/web/staged-grid/staged-rows.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'

/** The refusals of a submitted draft by row number: the order in which the server read them may be another. */
export function refusalsBySn(platform: FindingPlatformDefinition, report: UploadReport, rows: GridRows): Refusals {
  const rowOf = new Map(rows.map((row) => [row.sn, row]))
  const sent: GridRow[] = []
  for (const list of Object.values(report)) {
    if (!Array.isArray(list)) continue
    for (const { index, sn } of list) sent[index] = rowOf.get(Number(sn)) ?? { sn: -1 }
  }
  return refusalsOf(platform, report, sent)
}
