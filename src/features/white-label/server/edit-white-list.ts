import type { WhiteList, whiteLabel } from '#features/white-label/contract.ts'
import { updated } from '#features/white-label/messages.ts'
import { id as anId } from '#kit/contract/texts.ts'
import { logDataChange } from '#kit/server/audit.ts'
import { inLongTransaction } from '#kit/server/db.ts'
import { invalid, notFound } from '#kit/server/problem.ts'
import type { Call, AppContext } from '#kit/server/serve.ts'
import { orEditConflict } from '#kit/server/versions.ts'
import { whiteListResponse } from './white-list-response.ts'
import { whiteListChanges, whiteListSubject } from './log-subject.ts'
import * as queries from './queries.ts'
import { readLines } from './read-lines.ts'
import { model } from './save-white-list.ts'

/** Replaces the addresses of a list, or enables or disables it. Throws 404, 409 and 422 for invalid lines. */
export async function editWhiteList(
  app: AppContext,
  { input, session, db }: Call<typeof whiteLabel.edit>,
): Promise<{ message: string; data: WhiteList }> {
  const { whitelabelId: id, whitelabelUrl, status: enabled, version } = input
  if (!anId.safeParse(id).success) throw notFound()
  const lines = whitelabelUrl === undefined ? undefined : await readLines(whitelabelUrl)
  if (lines && 'problem' in lines) throw invalid({ whitelabelUrl: lines.problem })
  const readCurrent = async () => {
    const current = await queries.whiteListById(db, id)
    return current && whiteListResponse(current)
  }
  const stored = await inLongTransaction(app.pool, async (tx) => {
    const before = await queries.whiteListById(tx.db, id)
    const changed = await queries.changeWhiteList(tx.db, { id, enabled, version })
    const { companyId } = await orEditConflict(changed, readCurrent)
    if (lines) await queries.replaceEntries(tx.db, { listId: id, companyId, lines: lines.lines })
    const after = (await queries.whiteListById(tx.db, id))!
    await logDataChange(tx.db, session, {
      type: 'update',
      model,
      total: 1,
      subject: whiteListSubject(after),
      recordId: id,
      companyId,
      changes: whiteListChanges(before!, after),
    })
    return after
  })
  return { message: updated, data: whiteListResponse(stored) }
}
