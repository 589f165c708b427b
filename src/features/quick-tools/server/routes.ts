import type { FastifyInstance } from 'fastify'
import { probeSources, quickToolCalls } from '#features/quick-tools/contract.ts'
import { messages } from '#features/quick-tools/messages.ts'
import { cancelToolJob, pauseToolJob, removeToolJob, resumeToolJob } from '#features/tool-jobs/server/job-actions.ts'
import { messages as jobMessages } from '#features/tool-jobs/messages.ts'
import type { Db } from '#kit/server/db.ts'
import { enqueue } from '#kit/server/jobs.ts'
import { type AppContext, serve } from '#kit/server/serve.ts'
import { quickTools } from '#vocabulary/quick-tools.ts'
import { isWaiting, sourceChecks } from './queries.ts'
import { missingOf, ownQuickTool, quickToolLinks, retryQuickTool } from './queue-tool.ts'

/** The calls of quick tools besides those of the shared queue. */
export function quickToolRoutes(api: FastifyInstance, app: AppContext): void {
  serve(api, app, quickToolCalls, {
    cancel: async ({ db, session, input }) => cancelToolJob(db, session, await ownQuickTool(db, session, input.id)),
    pause: async ({ db, session, input }) => pauseToolJob(db, session, await ownQuickTool(db, session, input.id)),
    resume: async ({ db, session, input }) => resumeToolJob(db, await ownQuickTool(db, session, input.id)),
    retryFailed: ({ db, session, input }) => retryQuickTool(app, db, session, input.id),
    remove: async ({ db, session, input }) => {
      await removeToolJob(db, await ownQuickTool(db, session, input.id))
      return { message: jobMessages.deleted }
    },
    links: ({ db, session, input }) => quickToolLinks(app, db, session, input.id),
    sources: ({ db }) => listSources(app, db),
    check: async ({ db }) => {
      if (!(await isWaiting(db, probeSources.name))) await enqueue(db, probeSources, {})
      return { message: messages.asked }
    },
  })
}

/** Each tool with what it lacks here and what its source answered last. */
async function listSources(app: AppContext, db: Db) {
  const checks = new Map((await sourceChecks(db)).map((one) => [one.source, one]))
  const docs = []
  for (const report of quickTools) {
    const found = checks.get(report)
    const missing = await missingOf(app, report)
    docs.push({
      report,
      missing: missing ?? null,
      outcome: found?.outcome ?? null,
      detail: found?.detail ?? '',
      checkedAt: found?.checkedAt ?? null,
    })
  }
  return { docs }
}
