import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import { domainSearch, nameFiles } from '#features/domain-search/contract.ts'
import { linksFor } from '#kit/server/files.ts'
import { type AppContext, serve } from '#kit/server/serve.ts'
import { addReference, genuinePictures, listReferences, removeReference } from './brand-references.ts'
import { dismissFeed } from './dismiss-feed.ts'
import { everyFeed } from './feed-queries.ts'
import { listRuns, listSchedules, removeKeyword, saveSchedule, startRun, stopRun } from './schedules.ts'
import { listSearched } from './searched.ts'
import { takeAction, takeActions } from './take-action.ts'
import { takeBack } from './take-back.ts'
import { uploadNames } from './upload-names.ts'

/** The calls of domain search. */
export async function domainSearchRoutes(api: FastifyInstance, app: AppContext): Promise<void> {
  const { businessZone: zone } = app.settings
  const actionDeps = {
    ...app,
    onTidyFailure: (problem: unknown) => api.log.warn({ err: problem }, 'search index not tidied after domain search'),
  }
  serve(api, app, domainSearch, {
    save: ({ db, session, input }) => saveSchedule(db, session, { ...input, zone }),
    list: ({ db, input }) => listSchedules(db, input),
    runs: ({ db, input }) => listRuns(db, input),
    start: ({ db, session, input }) => startRun(db, session, { id: input.id, zone }),
    stop: ({ db, session, input }) => stopRun(db, session, input.id),
    removeKeyword: ({ db, session, input }) => removeKeyword(db, session, input),
    feeds: async ({ db }) => ({ docs: await everyFeed(db) }),
    dismissFeed: ({ db, session, input }) => dismissFeed(db, session, input.id),
    references: async ({ db, session, input }) => ({ docs: await listReferences(app, db, session, input.brand) }),
    genuine: async ({ db, session, input }) => ({ docs: await genuinePictures(app, db, session, input.brand) }),
    addReference: ({ db, session, input }) => addReference(app, db, session, input),
    removeReference: ({ db, input }) => removeReference(db, input.id),
    searched: ({ db, session, input }) => {
      const linkTo = linksFor(app.settings.signingSecret, session)
      return listSearched(db, { ...input, zone }, (key) => linkTo(app.files.bucket, key))
    },
    act: ({ session, input }) => takeAction(actionDeps, session, input),
    actOnMany: ({ session, input }) => takeActions(actionDeps, session, input),
    takeBack: ({ db, session, input }) => takeBack(db, session, input.recordIds),
  })
  // In a Fastify scope of its own, so that all other calls still refuse multipart bodies.
  await api.register(async (scope) => {
    await scope.register(multipart)
    serve(scope, app, nameFiles, { upload: ({ session, request }) => uploadNames(app, session, request) })
  })
}
