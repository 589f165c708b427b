import { v7 } from 'uuid'
import { staging } from '#features/staging/contract.ts'
import type { Cell, Cells } from '#features/staging/rules.ts'
import { bytesOf, draftCells, fitsDraft, isBlank, rowsPerSave } from '#features/staging/rules.ts'
import type { DraftItem } from '#features/staging/contract-schemas.ts'
import { call, failedWith } from '#kit/web/call.ts'
import type { GridRow } from '#kit/web/EditableGrid-rows.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { isUnsaved, type Sheet } from './sheet-rows.ts'

/** Company, brand and platform of a draft, as its calls name them. */
export type CallScope = { company: string; brand: string; platform: string }

/** A row to send: its id and the version it was edited from, if the server has it. */
type RowToSend = { sent: GridRow; given: { _id: string; sn: number; version?: number; data: Cells } }
export type Batch = { rows: RowToSend[]; removed: { _id: string; version: number }[] }
export type SentBatch = {
  saved: { sent: GridRow; _id: string; sn: number; version: number; savedAt: string }[]
  refused: DraftItem[]
}

/** Bytes of one call's rows, well below what a call takes. */
const bytesPerCall = 600_000

/**
 * The unsaved rows of a sheet, all or those chosen, without conflicts; ids are made for new ones. Rows that no draft takes
 * are left out and named, so that they do not keep the others from being saved.
 */
export function batchOf(
  platform: FindingPlatformDefinition,
  sheet: Sheet,
  chosen?: ReadonlySet<number>,
): { batch: Batch; newIds: Sheet['newIds']; tooLarge: number[] } {
  const newIds = new Map(sheet.newIds)
  const unsaved = sheet.rows.filter(
    (row) => (!chosen || chosen.has(row.sn)) && !sheet.conflicts.has(row.sn) && isUnsaved(platform, sheet, row),
  )
  const rows = unsaved.filter((row) => fitsDraft(platform, row as Cells))
  const tooLarge =
    rows.length === unsaved.length ? [] : unsaved.filter((row) => !rows.includes(row)).map(({ sn }) => sn)
  const removed = [...sheet.removed].map(([_id, version]) => ({ _id, version }))
  const toSend = rows.flatMap((row): RowToSend[] => {
    const known = sheet.known.get(row.sn)
    if (isBlank(platform, row)) {
      // Every cell was cleared: there is nothing left to keep.
      if (known) removed.push({ _id: known.id, version: known.version })
      return []
    }
    const _id = known?.id ?? newIds.get(row.sn) ?? v7()
    if (!known) newIds.set(row.sn, _id)
    const data = { ...draftCells(platform, row as Record<string, Cell>), updated: true }
    return [{ sent: row, given: { _id, sn: row.sn, ...(known && { version: known.version }), data } }]
  })
  return { batch: { rows: toSend, removed }, newIds, tooLarge }
}

/** Sends rows: one alone by the call for single rows, several together. Rejects when a call fails. */
export async function sendBatch(
  draftId: string,
  scope: CallScope,
  batch: Batch,
  onSent: (sent: SentBatch, removed: readonly { _id: string }[]) => void,
): Promise<void> {
  const [only, second] = batch.rows
  if (only && !second && batch.removed.length === 0) return onSent(await sendOne(draftId, scope, only), [])
  for (const part of partsOf(batch)) {
    const sentOf = new Map(part.rows.map(({ sent, given }) => [given._id, sent]))
    const rows = part.rows.map(({ given }) => given)
    const { saved, refused } = await call(staging.saveRows, { draftId, ...scope, rows, removed: part.removed })
    const ofRows = saved.flatMap((one) => {
      const sent = sentOf.get(one._id)
      return sent ? [{ ...one, sent }] : []
    })
    onSent({ saved: ofRows, refused }, part.removed)
  }
}

async function sendOne(draftId: string, scope: CallScope, row: RowToSend): Promise<SentBatch> {
  const { sent } = row
  const { version, ...rest } = row.given
  const to = { ...scope, fileId: draftId }
  try {
    const { data } =
      version === undefined
        ? await call(staging.save, { ...to, ...rest })
        : await call(staging.update, { ...to, id: rest._id, version, data: rest.data })
    return { saved: [{ ...data, sent }], refused: [] }
  } catch (error) {
    const newer = failedWith(error, 409) ? error.answer['data'] : undefined
    if (newer === undefined) throw error
    return { saved: [], refused: [newer as DraftItem] }
  }
}

/** Parts of a batch that one call takes each. */
function* partsOf({ rows, removed }: Batch): Generator<Batch> {
  for (let from = 0; from < removed.length; from += rowsPerSave)
    yield { rows: [], removed: removed.slice(from, from + rowsPerSave) }
  let part: RowToSend[] = []
  let bytes = 0
  for (const row of rows) {
    const size = bytesOf(row.given.data)
    if (part.length === rowsPerSave || (part.length > 0 && bytes + size > bytesPerCall)) {
      yield { rows: part, removed: [] }
      part = []
      bytes = 0
    }
    part.push(row)
    bytes += size
  }
  if (part.length > 0) yield { rows: part, removed: [] }
}
