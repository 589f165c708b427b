import type { FastifyInstance } from 'fastify'
import { staging } from '#features/staging/contract.ts'
import type { DraftItem } from '#features/staging/contract-schemas.ts'
import { messages } from '#features/staging/messages.ts'
import { rowsDeps, sendReport } from '#features/staging-rows/server/open-rows.ts'
import type { Db } from '#kit/server/db.ts'
import { notFound, Problem } from '#kit/server/problem.ts'
import { disconnectSignal } from '#kit/server/send-sheet.ts'
import { type AppContext, serve } from '#kit/server/serve.ts'
import { platformOf } from '#platforms/all.ts'
import { beginDraft, listDrafts, sendDraftBack, sendPresence } from './drafts.ts'
import { requireDraft, scopeOf } from './open-draft.ts'
import { draftIdOfRow, items, openDraftsOfAll } from './queries.ts'
import { readDraft } from './read-draft.ts'
import { type SavedRows, saveDraftRows } from './save-rows.ts'
import { submitDraft } from './submit-draft.ts'

/** Staging and Review. Days are those of the business time zone (G15). */
export function stagingRoutes(api: FastifyInstance, app: AppContext): void {
  const deps = rowsDeps(api, app, 'upload')
  const { businessZone: zone } = app.settings
  serve(api, app, staging, {
    drafts: ({ db, input }) => listDrafts(db, input),
    openDrafts: ({ db }) => openDraftsOfAll(db),
    rows: ({ session, input: { draftId, since }, reply }) => readDraft(app, { session, draftId, since, reply }),
    create: ({ db, session, input }) => beginDraft(db, session, { given: input, id: input._id, zone }),
    save: async ({ db, session, input }) => {
      const { fileId: draftId, _id, sn, version, data } = input
      const answer = await saveDraftRows(
        db,
        session,
        { draftId, scope: await scopeOf(db, input) },
        { rows: [{ _id, sn, version, data }] },
      )
      return { message: messages.saved, data: await oneSaved(db, draftId, answer) }
    },
    update: async ({ db, session, input }) => {
      const { fileId: draftId, id: _id, version, data } = input
      if ((await draftIdOfRow(db, _id)) !== draftId) throw notFound()
      const at = { draftId, scope: await scopeOf(db, input) }
      const answer = await saveDraftRows(db, session, at, { rows: [{ _id, version, data }], lastWins: true })
      return { message: messages.saved, data: await oneSaved(db, draftId, answer) }
    },
    saveRows: async ({ db, session, input }) => {
      const { draftId, rows, removed } = input
      return saveDraftRows(db, session, { draftId, scope: await scopeOf(db, input) }, { rows, removed })
    },
    remove: async ({ db, session, input }) => {
      const draftId = await draftIdOfRow(db, input.id)
      if (draftId === undefined) throw notFound()
      const { brandId, platform } = await requireDraft(db, draftId)
      const scope = { brandId, platform: platformOf(platform)! }
      await saveDraftRows(db, session, { draftId, scope }, { rows: [], removed: [{ _id: input.id }], lastWins: true })
      return { message: messages.removed }
    },
    submit: async ({ session, input, reply }) => {
      const { draftId } = input
      const answer = await submitDraft({ ...deps, gone: disconnectSignal(reply) }, session, { draftId, given: input })
      return 'saved' in answer ? answer : sendReport(reply, answer)
    },
    sendBack: async ({ db, session, input }) => {
      await sendDraftBack(db, session, input)
      return { message: messages.sentBack }
    },
    here: async ({ db, session, input }) => {
      await sendPresence(db, session, input)
      return { message: '' }
    },
  })
}

/** The row that one call saved; 409 with the newer one when it was refused, 404 when the draft has no such row. */
async function oneSaved(db: Db, draftId: string, { saved, refused }: SavedRows): Promise<DraftItem> {
  const [newer] = refused
  if (newer) {
    const message = newer.removed ? messages.removedMeanwhile(newer.savedBy) : messages.savedMeanwhile(newer.savedBy)
    throw new Problem(409, message, { extra: { data: newer } })
  }
  if (!saved[0]) throw notFound()
  const [one] = await items(db, draftId, [saved[0]._id])
  return one!
}
