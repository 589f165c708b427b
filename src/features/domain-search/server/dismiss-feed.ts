import { messages } from '#features/domain-search/messages.ts'
import { logDataChange } from '#kit/server/audit.ts'
import type { Db } from '#kit/server/db.ts'
import { notFound, Problem } from '#kit/server/problem.ts'
import type { Session } from '#kit/server/session.ts'
import { partsSubject } from '#vocabulary/data-log.ts'
import { lockFeed, markDismissed } from './feed-queries.ts'

/**
 * Takes a file of names off the list of feeds; what it brought stays. Throws 404 for one that is not on the list, 409 for
 * a file that is being read and for feeds that go on bringing names.
 */
export async function dismissFeed(db: Db, session: Session, id: string): Promise<{ message: string }> {
  const feed = await lockFeed(db, id)
  if (!feed) throw notFound()
  if (feed.kind !== 'file') throw new Problem(409, messages.feedContinues)
  if (feed.isReading) throw new Problem(409, messages.feedBeingRead)
  await markDismissed(db, id)
  await logDataChange(db, session, {
    type: 'delete',
    model: 'DomainSearch',
    total: 1,
    subject: partsSubject(messages.fileOfNames, feed.address),
    recordId: id,
  })
  return { message: messages.feedDismissed }
}
