import { messages } from '#features/findings/messages.ts'
import { lineWritten } from '#features/findings/contract-jobs.ts'
import { logDataChange } from '#kit/server/audit.ts'
import { changedFields } from '#kit/server/changed-fields.ts'
import type { Db } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { enqueue } from '#kit/server/jobs.ts'
import { notFound } from '#kit/server/problem.ts'
import type { Session } from '#kit/server/session.ts'
import type { Platform } from '#platforms/platform.ts'
import { commentsOnFinding, saveComment, type StoredComment } from './comment-queries.ts'
import type { CommentFile } from './imported-comment.ts'
import { notifyActivity, notifyFindingsChanged } from './live.ts'
import { loggedFindings } from './log-subject.ts'
import { visible } from './visible.ts'

type NewComment = {
  id: string
  clientComment: string
  /** People who are named in it, and files that belong to it; both checked by the caller. */
  mentions?: readonly string[]
  files?: readonly CommentFile[]
}

/**
 * Adds a Client's comment: the finding shows the latest, all are stored and logged (G55), and whom it concerns is
 * notified. 404 outside its scope.
 */
export async function commentOnFinding(
  db: Db,
  session: Session,
  platform: Platform,
  { id, clientComment, mentions = [], files = [] }: NewComment,
): Promise<{ message: string; commentId: string }> {
  const commentId = newId()
  const comment = { importedId: newId(), findingId: id, comment: clientComment, userId: session.userId }
  const saved = await saveComment(db, visible(platform, session), { id: commentId, ...comment, mentions, files })
  if (!saved) throw notFound()
  await notifyFindingsChanged(db, { platform: platform.value, brandId: saved.brand_id, findingIds: [id] })
  await notifyActivity(db, { subjectId: id, brandId: saved.brand_id })
  await enqueue(db, lineWritten, {
    lineId: commentId,
    companyId: saved.company_id,
    subjectKind: 'finding',
    subjectId: id,
  })
  await logDataChange(db, session, {
    type: 'update',
    model: platform.model,
    total: 1,
    ...(await loggedFindings(db, [id])),
    companyId: saved.company_id,
    changes: changedFields({ comment: messages.comment }, {}, { comment: clientComment }),
  })
  return { message: platform.commentSaved, commentId }
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
