import { decodeText } from '#kit/contract/decode-text.ts'
import { storedFor } from '#features/files/server/stored-for.ts'
import type { WhiteList, whiteLabel } from '#features/white-label/contract.ts'
import { brandNotOfCompany, companyUnknown, listNotValid, saved } from '#features/white-label/messages.ts'
import { logDataChange } from '#kit/server/audit.ts'
import { inLongTransaction } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { invalid } from '#kit/server/problem.ts'
import type { Call, AppContext } from '#kit/server/serve.ts'
import { whiteListResponse } from './white-list-response.ts'
import { whiteListSubject } from './log-subject.ts'
import * as queries from './queries.ts'
import { readLines } from './read-lines.ts'

/** The name of these records in the data log (G106). */
export const model = 'WhiteLabel'

/**
 * Adds a white list from the text file that `locationURL` names (G104). The file is read before the transaction begins.
 * Throws 422 for an unknown company, brand or file, and for invalid lines.
 */
export async function saveWhiteList(
  app: AppContext,
  { input, session, db }: Call<typeof whiteLabel.save>,
): Promise<{ message: string; data: WhiteList }> {
  const { company: companyId, brand: brandId, platform } = input
  const exists = await queries.companyAndBrandExist(db, { companyId, brandId })
  if (!exists.company) throw invalid({ company: companyUnknown })
  if (!exists.brand) throw invalid({ brand: brandNotOfCompany })
  const lines = await readLines(await readStoredText(app, input.locationURL))
  if ('problem' in lines) throw invalid({ locationURL: lines.problem })
  const id = newId()
  const stored = await inLongTransaction(app.pool, async (tx) => {
    await queries.addWhiteList(tx.db, { id, companyId, brandId, platform, enabled: input.status ?? true })
    await queries.replaceEntries(tx.db, { listId: id, companyId, lines: lines.lines })
    const added = (await queries.whiteListById(tx.db, id))!
    await logDataChange(tx.db, session, {
      type: 'add',
      model,
      total: 1,
      subject: whiteListSubject(added),
      recordId: id,
      companyId,
    })
    return added
  })
  return { message: saved, data: whiteListResponse(stored) }
}

/** The text of an uploaded white-list file. Throws 422 when the link is not one. */
async function readStoredText(app: AppContext, link: string): Promise<string> {
  const [key] = await storedFor(app.db, { bucket: app.files.bucket, purpose: 'white-list', links: [link] })
  const bytes = key === undefined ? undefined : await app.files.read(key)
  if (!bytes) throw invalid({ locationURL: listNotValid })
  return decodeText(bytes)
}
