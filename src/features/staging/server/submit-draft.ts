import { saveUpload, type SavedUpload } from '#features/intake/server/save-upload.ts'
import { dropSharedBatches, shareSavedBatch } from '#features/findings/server/saved-batches.ts'
import type { JsonReport, RowsDeps } from '#features/staging-rows/server/open-rows.ts'
import { messages } from '#features/staging/messages.ts'
import { stagedStatuses, submittedDays } from '#features/staging/rules.ts'
import type { Db, Sql } from '#kit/server/db.ts'
import { Problem } from '#kit/server/problem.ts'
import { rowsOf } from '#kit/server/rows-of.ts'
import type { Session } from '#kit/server/session.ts'
import { notifyDraft } from './live.ts'
import { type GivenScope, requireDraft, requireOpenDraft, scopeOf } from './open-draft.ts'
import { closeDraft, deleteOldDrafts, uploadRows } from './queries.ts'

/**
 * Stores the rows of a draft as findings dated today and closes it, by the upload's own checks and transaction (G80).
 * Returns its report instead when a row is rejected; the draft stays. Throws 404, 409 when it was submitted or somebody
 * saved a row meanwhile, 422, 503.
 */
export async function submitDraft(
  deps: RowsDeps,
  session: Session,
  { draftId, given }: { draftId: string; given: GivenScope },
): Promise<SavedUpload | JsonReport> {
  const scope = await scopeOf(deps.db, given)
  const { changes } = await requireOpenDraft(deps.db, draftId, scope, { isRead: true })
  const { companyId: company, brandId: brand } = scope
  const platform = scope.platform.value
  const head = { company, brand, platform, reportingDate: deps.today(), duplicateLidCheck: true }
  const body = await bodyOf(deps, head, uploadRows(draftId))
  const answer = await saveUpload(deps, session, body, {
    module: 'staging',
    statuses: stagedStatuses,
    begin: async ({ db }) => {
      const now = await requireDraft(db, draftId)
      if (now.isSubmitted) throw new Problem(409, messages.alreadySubmitted)
      if (now.changes !== changes) throw new Problem(409, messages.changedMeanwhile)
    },
    finish: async ({ db }, batch) => {
      await shareSavedBatch(db, batch, submittedDays)
      await closeDraft(db, { id: draftId, userId: session.userId, batch })
      await notifyDraft(db, { draft: draftId, brand, platform, kind: 'submitted', by: session.userId })
    },
  })
  return 'saved' in answer ? { ...answer, message: messages.submitted } : answer
}

/** The body of an upload with these rows. */
async function bodyOf(deps: RowsDeps, head: object, statement: Sql): Promise<Uint8Array> {
  const parts: Buffer[] = []
  for await (const batch of rowsOf(deps, statement, deps.gone)) {
    const texts = (batch as [string][]).map(([text]) => text)
    if (texts.length > 0) parts.push(Buffer.from((parts.length > 0 ? ',' : '') + texts.join(',')))
  }
  return Buffer.concat([Buffer.from(`${JSON.stringify(head).slice(0, -1)},"data":[`), ...parts, Buffer.from(']}')])
}

/** Removes drafts that were submitted 90 days ago, and the lists of their findings. */
export async function dropOldDrafts(db: Db): Promise<void> {
  await deleteOldDrafts(db, submittedDays)
  await dropSharedBatches(db)
}
