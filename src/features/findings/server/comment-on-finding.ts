import { logDataChange } from '#kit/server/audit.ts'
import type { Db } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { notFound } from '#kit/server/problem.ts'
import type { Session } from '#kit/server/session.ts'
import type { Platform } from '#platforms/platform.ts'
import { commentsOnFinding, saveComment, type StoredComment } from './comment-queries.ts'
import { notifyFindingsChanged } from './live.ts'
import { visible } from './visible.ts'

/** Adds a Client's comment: the finding shows the latest, all are stored and logged (G55). 404 outside its scope. */
export async function commentOnFinding(
  db: Db,
  session: Session,
  platform: Platform,
  { id, clientComment }: { id: string; clientComment: string },
): Promise<{ message: string }> {
  const comment = { id: newId(), importedId: newId(), findingId: id, comment: clientComment, userId: session.userId }
  const saved = await saveComment(db, visible(platform, session), comment)
  if (!saved) throw notFound()
  await notifyFindingsChanged(db, { platform: platform.value, brandIds: [saved.brand_id], findingIds: [id] })
  await logDataChange(db, session, { type: 'update', model: platform.model, total: 1, companyId: saved.company_id })
  return { message: platform.commentSaved }
}

/** A longer discussion is in the case file. */
const maxComments = 200

/**
 * The comments on a finding, newest first, with author and time; a text that came with the data has neither. 404
 * outside the caller's scope.
 */
export async function readComments(
  db: Db,
  session: Session,
  platform: Platform,
  findingId: string,
): Promise<{ comments: StoredComment[] }> {
  const comments = await commentsOnFinding(db, visible(platform, session), { findingId, max: maxComments })
  if (!comments) throw notFound()
  return { comments }
}
