import type { activity } from '#features/activity/contract.ts'
import { messages } from '#features/activity/messages.ts'
import { type OwnFile, ownFiles } from '#features/files/server/own-files.ts'
import { lineWritten } from '#features/findings/contract-jobs.ts'
import { commentOnFinding } from '#features/findings/server/comment-on-finding.ts'
import { notifyActivity } from '#features/findings/server/live.ts'
import type { CallOutput, HandlerInput } from '#kit/contract/endpoint.ts'
import type { Db } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { enqueue } from '#kit/server/jobs.ts'
import { forbidden, invalid } from '#kit/server/problem.ts'
import { isStaff, type Session } from '#kit/server/session.ts'
import { platformOf } from '#platforms/all.ts'
import { countMentionable } from './people-queries.ts'
import { addLine } from './queries.ts'
import { requireSubject } from './read-thread.ts'
import type { Subject, Subjects } from './subject.ts'

type AddInput = HandlerInput<typeof activity.add>

/**
 * Adds a message to a thread. A Client's on a finding is a comment on it and answered as one (G55). 404 outside the caller's scope, 403 for
 * an internal one by a Client, 422 for people who may not see it and for files that the caller did not upload for it.
 */
export async function addMessage(
  db: Db,
  session: Session,
  input: AddInput,
  { subjects, bucket }: { subjects: Subjects; bucket: string },
): Promise<CallOutput<typeof activity.add>> {
  const subject = await requireSubject(db, session, { subjects, ...input })
  if (input.internal && !isStaff(session)) throw forbidden()
  const mentions = [...new Set(input.mentions)]
  const isInternal = input.internal || subject.isForStaff === true
  await checkMentions(db, session, { subject, isInternal, mentions })
  const { userId } = session
  const files = await ownFiles(db, { bucket, purpose: 'activity', userId, keys: [...new Set(input.files)] })
  if (!files) throw invalid({ files: messages.filesNotValid })
  return store(db, session, subject, { input: { ...input, internal: isInternal }, mentions, files })
}

async function checkMentions(
  db: Db,
  session: Session,
  { subject, isInternal, mentions }: { subject: Subject; isInternal: boolean; mentions: readonly string[] },
): Promise<void> {
  if (mentions.length === 0) return
  const allowed = await countMentionable(db, { subject, isInternal, byClient: !isStaff(session), ids: mentions })
  if (allowed < mentions.length)
    throw invalid({ mentions: isInternal ? messages.onlyStaffMentioned : messages.notMentionable })
}

async function store(
  db: Db,
  session: Session,
  subject: Subject,
  { input, mentions, files }: { input: AddInput; mentions: readonly string[]; files: readonly OwnFile[] },
): Promise<CallOutput<typeof activity.add>> {
  const platform = subject.kind === 'finding' && !isStaff(session) ? platformOf(subject.platform) : undefined
  if (platform) {
    const comment = { id: subject.id, clientComment: input.text, mentions, files }
    const { message, commentId } = await commentOnFinding(db, session, platform, comment)
    return { message, id: commentId }
  }
  const id = newId()
  const isInternal = input.internal
  await addLine(db, subject, { id, text: input.text, isInternal, mentions, files, userId: session.userId })
  await notifyActivity(db, { subjectId: subject.id, brandId: subject.brandId ?? '', isInternal })
  const { companyId, kind: subjectKind, id: subjectId } = subject
  await enqueue(db, lineWritten, { lineId: id, companyId, subjectKind, subjectId })
  return { message: messages.saved, id }
}
