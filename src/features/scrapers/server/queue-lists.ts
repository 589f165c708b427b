import type { ScraperRecord } from '#features/scrapers/contract.ts'
import { messages } from '#features/scrapers/messages.ts'
import { kindOfLane, type Lane, type ReadLane, type RefreshLane } from '#features/scrapers/rules.ts'
import { pageOfJobs } from '#features/tool-jobs/server/job-calls.ts'
import { lockedJob, removeToolJob } from '#features/tool-jobs/server/job-actions.ts'
import { addressOf } from '#features/users/server/address-of.ts'
import { pageOf } from '#kit/contract/page.ts'
import type { Db } from '#kit/server/db.ts'
import { Problem } from '#kit/server/problem.ts'
import type { AppContext } from '#kit/server/serve.ts'
import type { Session } from '#kit/server/session.ts'

type Window = { page: number; size: number }

async function readRecords(db: Db, session: Session, lane: Lane, window: Window) {
  const { found, total } = await pageOfJobs(db, session, { kinds: [kindOfLane[lane]], ...window })
  const records = found.map(
    ({ stored, listed }): ScraperRecord => ({
      ...listed,
      receiverEmail: stored.email,
      fileName: stored.name,
      brandName: stored.name,
      numOfRecords: stored.records,
    }),
  )
  return { records, total }
}

async function besideList({ browser }: AppContext, db: Db, session: Session) {
  const [email, missing = null] = await Promise.all([addressOf(db, session.userId), browser.missing()])
  return { email, missing }
}

/** A page of the jobs of scrapper 1 or 2, newest first. */
export async function listLane(
  app: AppContext,
  db: Db,
  session: Session,
  { lane, page, size }: Window & { lane: ReadLane },
) {
  const { records, total } = await readRecords(db, session, lane, { page, size })
  return { ...pageOf(records, page, size, total), ...(await besideList(app, db, session)) }
}

/** A page of the jobs of scrapper 3 or 4, newest first, in the envelope of their lists (S-116). */
export async function listSheets(
  app: AppContext,
  db: Db,
  session: Session,
  { lane, page, size }: Window & { lane: RefreshLane },
) {
  const { records: data, total } = await readRecords(db, session, lane, { page, size })
  const totalPages = Math.max(1, Math.ceil(total / size))
  return { result: true as const, total, page, totalPages, data, ...(await besideList(app, db, session)) }
}

/** Removes a queued job of scrapper 1 or 2; its receiver only, an Admin no more than others (S-134, G89). */
export async function removeList(
  db: Db,
  session: Session,
  { id, lane }: { id: string; lane: ReadLane },
): Promise<{ message: string }> {
  const job = await lockedJob(db, id, [kindOfLane[lane]])
  if (job.userId !== session.userId) throw new Problem(403, messages.notReceiver)
  await removeToolJob(db, job)
  return { message: messages.deleted }
}

/** Removes a queued job of scrapper 3 or 4, whoever requested it (S-302, G90). */
export async function removeSheet(
  db: Db,
  { id, lane }: { id: string; lane: RefreshLane },
): Promise<{ message: string }> {
  await removeToolJob(db, await lockedJob(db, id, [kindOfLane[lane]]))
  return { message: messages.deleted }
}
