import type { DataRecord, history } from '#features/history/contract.ts'
import type { HandlerInput } from '#kit/contract/endpoint.ts'
import { type Page, pageOf } from '#kit/contract/page.ts'
import type { Db } from '#kit/server/db.ts'
import { dataRows } from './data-log-queries.ts'

type Input = HandlerInput<typeof history.dataLog>

/** A page of the data log (additions, updates, deletions, exports), newest first; the days are those of `zone`. */
export async function readDataLog(
  db: Db,
  { page = 1, perPage: size = 10, ...filters }: Input & { zone: string },
): Promise<Page<DataRecord>> {
  const { found, total } = await dataRows(db, filters, { size, offset: (page - 1) * size })
  const docs = found.map(({ id, total: totalAffectedRecords, userId, firstName, lastName, at, ...one }) => ({
    id,
    _id: id,
    type: one.type,
    model: one.model,
    totalAffectedRecords,
    updatedBy: { id: userId, _id: userId, firstName, lastName },
    createdAt: at,
    company: one.company,
    subject: one.subject,
    recordId: one.recordId,
    changes: one.changes,
    takenOut: one.takenOut,
  }))
  return pageOf(docs, page, size, total)
}
