import type { LoadedList } from '#features/trademarks/contract.ts'
import { listRefusals, messages } from '#features/trademarks/messages.ts'
import type { Db } from '#kit/server/db.ts'
import { invalid } from '#kit/server/problem.ts'
import type { Session } from '#kit/server/session.ts'
import { checkListSignature } from './check-list-signature.ts'
import { claimedMarks, listStates, lockLists, replaceList, revokedMarks } from './list-queries.ts'
import { readList } from './read-list.ts'

type LoadListInput = { file: string; signature?: string | undefined }

/**
 * Loads a claims or revocation list in place of the last one. 422 when it is older than that one, dated in the future,
 * or its signature is not valid.
 */
export async function loadList(
  db: Db,
  session: Session,
  { file, signature }: LoadListInput,
): Promise<{ message: string; data: LoadedList }> {
  const signedWith = signature === undefined ? null : await checkListSignature(file, signature)
  const list = await readList(file)
  // One day of tolerance for clocks: a list dated far in the future would block every later one.
  if (Date.parse(list.madeAt) > Date.now() + 86_400_000) throw invalid({ file: listRefusals.future(list.madeAt) })
  await lockLists(db)
  const last = (await listStates(db)).find(({ kind }) => kind === list.kind)
  if (last && last.madeAt > list.madeAt) throw invalid({ file: listRefusals.older(list.madeAt, last.madeAt) })
  await replaceList(db, session.userId, { ...list, signedWith })
  const data = (await loadedLists(db)).find(({ kind }) => kind === list.kind)!
  return { message: messages.listLoaded(data.entries, data.found), data }
}

/** The loaded lists, each with our marks that are on it. */
export async function loadedLists(db: Db): Promise<LoadedList[]> {
  const lists: LoadedList[] = []
  // One after another: it may be the client of a transaction.
  for (const state of await listStates(db))
    lists.push({ ...state, ...(await (state.kind === 'DNL' ? claimedMarks(db) : revokedMarks(db))) })
  return lists
}
