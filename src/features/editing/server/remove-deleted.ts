import { mailCopyOf } from '#features/files/server/mail-copies.ts'
import { smallKeysOf } from '#features/files/server/small-pictures.ts'
import { loggedFindings } from '#features/findings/server/log-subject.ts'
import { logDataChange } from '#kit/server/audit.ts'
import { type Db, inTransaction } from '#kit/server/db.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { platformOf } from '#platforms/all.ts'
import { forgetPictures, longDeleted, pageFilesOf, type Removed, removeForGood } from './removal-queries.ts'

const batchSize = 500

/**
 * The job: removes findings for good that were deleted more than a year ago, with their comments and the pictures that
 * nothing else uses (G72). Findings that were enforced, purchased, or are in a case file stay hidden as evidence. Logs
 * stay. Each batch is a transaction of its own, so that a killed process leaves complete batches.
 */
export async function removeOldDeleted({ pool, files }: Pick<AppContext, 'pool' | 'files'>): Promise<void> {
  let after: Removed | undefined
  let isMore = true
  while (isMore) {
    const { found, pictures } = await inTransaction(pool, async ({ db }) => {
      const found = await longDeleted(db, after, batchSize)
      // The log names them by their addresses, which are gone afterwards.
      await logRemovals(db, found)
      const pageFiles = await pageFilesOf(db, found)
      if (found.length > 0) await removeForGood(db, found)
      return { found, pictures: await forgetPictures(db, files.bucket, { found, pageFiles }) }
    })
    for (const key of pictures) for (const one of [key, mailCopyOf(key), ...smallKeysOf(key)]) await files.remove(one)
    after = found.at(-1)
    isMore = found.length === batchSize
  }
}

/** One entry in the data log for each company and platform. */
async function logRemovals(db: Db, found: readonly Removed[]): Promise<void> {
  const actor = { userId: null, username: '' }
  for (const group of Map.groupBy(found, ({ companyId, platform }) => `${companyId} ${platform}`).values()) {
    const [{ companyId, platform }] = group as [Removed]
    await logDataChange(db, actor, {
      type: 'delete',
      model: platformOf(platform)!.model,
      total: group.length,
      ...(await loggedFindings(
        db,
        group.map(({ id }) => id),
      )),
      companyId,
    })
  }
}
