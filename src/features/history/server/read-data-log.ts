import type { DataRecord, history } from '#features/history/contract.ts'
import type { HandlerInput } from '#kit/contract/endpoint.ts'
import { type Page, pageOf } from '#kit/contract/page.ts'
import type { Db } from '#kit/server/db.ts'
import { dataRows } from './queries.ts'

/** A page of the data log (additions, updates, deletions), newest first. */
export async function readDataLog(
  db: Db,
  { page = 1, perPage: size = 10, type: chosen }: HandlerInput<typeof history.dataLog>,
): Promise<Page<DataRecord>> {
  const { found, total } = await dataRows(db, { type: chosen, size, offset: (page - 1) * size })
  const docs = found.map(({ id, total: totalAffectedRecords, userId, firstName, lastName, at, ...one }) => ({
    id,
    _id: id,
    type: one.type,
    model: one.model,
    totalAffectedRecords,
    updatedBy: { id: userId, _id: userId, firstName, lastName },
    createdAt: at,
    company: one.company,
    takenOut: one.takenOut,
  }))
  return pageOf(docs, page, size, total)
}
