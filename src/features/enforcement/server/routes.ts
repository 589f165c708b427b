import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import { enforcement, enforcementUpload, enforcementCalls, noticeCalls } from '#features/enforcement/contract.ts'
import { linksFor } from '#kit/server/files.ts'
import { bodyBytes } from '#kit/server/row-bodies.ts'
import { senderOf } from '#features/notices/server/compose-report.ts'
import { type AppContext, serve } from '#kit/server/serve.ts'
import { notFound } from '#kit/server/problem.ts'
import { disconnectSignal } from '#kit/server/send-sheet.ts'
import { openThreads } from '#kit/server/threads.ts'
import { mailPlatforms, platforms } from '#platforms/all.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { today } from '#vocabulary/dates.ts'
import { decideOnList, previewListDecision } from './decide-on-list.ts'
import { enforceFinding, enforceFindings } from './enforce-findings.ts'
import { type EnforcementDeps, enforceInBulk, uploadEnforcement } from './enforce-rows.ts'
import {
  countForEnforcement,
  lastEnforcement,
  listAbuseEmails,
  listActions,
  listForEnforcement,
  listRecords,
  listSites,
} from './list-for-enforcement.ts'
import { mayOmitOf, planNotices } from './plan-notices.ts'
import { previewSend } from './preview-send.ts'
import { progressOf } from './queries.ts'
import { recallNotices } from './recall-notices.ts'
import { type MayOmit, readEnforcementFields, readNoticeFields } from './read-fields.ts'
import { readUploadForm } from './read-upload.ts'
import { sendGroups } from './send-groups.ts'
import { sendNotice, sendNotices } from './send-notice.ts'
import { formSheet, recordForm } from './submit-form.ts'

/** The calls that record enforcement and send notices; days are in the business time zone (G15). */
export async function enforcementRoutes(api: FastifyInstance, app: AppContext): Promise<void> {
  for (const platform of platforms) serveRecording(api, app, platform)
  for (const platform of mailPlatforms) serveNotices(api, app, platform)
  const threads = openThreads(1)
  api.addHook('onClose', () => threads.close())
  const deps: EnforcementDeps = { pool: app.pool, threads, today: () => today(app.settings.businessZone) }
  serveAllPlatforms(api, app, deps)
  // In its own Fastify scope, so that all other calls still reject multipart bodies.
  await api.register(async (scope) => {
    await scope.register(multipart)
    serve(scope, app, enforcementUpload, {
      upload: async ({ session, request, reply }) =>
        uploadEnforcement({ ...deps, gone: disconnectSignal(reply) }, session, await readUploadForm(request)),
    })
  })
}

/** Recording enforcement of the findings of one platform. */
function serveRecording(api: FastifyInstance, app: AppContext, platform: FindingPlatformDefinition): void {
  const day = () => today(app.settings.businessZone)
  serve(api, app, enforcementCalls[platform.value], {
    save: async ({ db, session, input }) => {
      const mayOmit = await mayOmitOf(db, session, { platform, recordIds: [input.id], rawFields: input })
      return enforceFinding(db, session, {
        platform,
        id: input.id,
        override: input.overrideReason,
        fields: readEnforcementFields(platform, input, day(), mayOmit),
      })
    },
    saveMany: async ({ db, session, input: { recordIds, ...rawFields } }) => {
      const mayOmit = await mayOmitOf(db, session, { platform, recordIds, rawFields })
      return enforceFindings(db, session, {
        platform,
        recordIds,
        override: rawFields.overrideReason,
        fields: readEnforcementFields(platform, rawFields, day(), mayOmit),
      })
    },
    list: ({ db, session, input }) => listRecords(db, session, platform, input.id),
  })
}

/** Sending notices about the findings of one platform. */
function serveNotices(api: FastifyInstance, app: AppContext, platform: (typeof mailPlatforms)[number]): void {
  const noticeInput = (
    rawFields: Parameters<typeof readNoticeFields>[1] & { overrideReason?: string | undefined },
    { requiresAction, mayOmit }: { requiresAction: boolean; mayOmit: MayOmit | undefined },
  ) => ({
    platform,
    sender: senderOf(app.settings),
    files: app.files,
    override: rawFields.overrideReason,
    recallSeconds: app.settings.recallSeconds,
    fields: readNoticeFields(platform, rawFields, { today: today(app.settings.businessZone), requiresAction, mayOmit }),
  })
  serve(api, app, noticeCalls[platform.value]!, {
    send: async ({ db, session, input }) => {
      const mayOmit = await mayOmitOf(db, session, { platform, recordIds: [input.id], rawFields: input })
      return sendNotice(db, session, { id: input.id, ...noticeInput(input, { requiresAction: true, mayOmit }) })
    },
    sendMany: async ({ db, session, input: { recordIds, ...rawFields } }) => {
      const mayOmit = await mayOmitOf(db, session, { platform, recordIds, rawFields })
      return sendNotices(db, session, { recordIds, ...noticeInput(rawFields, { requiresAction: false, mayOmit }) })
    },
  })
}

/** The calls that are the same for all platforms. */
function serveAllPlatforms(api: FastifyInstance, app: AppContext, deps: EnforcementDeps): void {
  serve(api, app, enforcement, {
    bulk: ({ session, request, reply }) =>
      enforceInBulk({ ...deps, gone: disconnectSignal(reply) }, session, bodyBytes(request)),
    progress: async ({ db, input }) => {
      const progress = await progressOf(db, input.id)
      if (!progress) throw notFound()
      return progress
    },
    recall: recallNotices,
    plan: ({ session, input }) => planNotices(app.db, session, { ...input, zone: app.settings.businessZone }),
    preview: (one) => previewSend(app, one),
    formSheet: (one) => formSheet(app, one),
    recordForm: (one) => recordForm(app, one),
    sendGroups: (one) => sendGroups(app, one),
    fetch: ({ session, input }) =>
      listForEnforcement(app.db, session, input, { linkTo: linksFor(app.settings.signingSecret, session) }),
    previewDecision: ({ db, session, input }) => previewListDecision(db, session, input),
    startDecision: ({ db, session, input }) => decideOnList(db, session, input),
    filterCounts: ({ session, input }) => countForEnforcement({ db: app.db, pool: app.pool }, session, input),
    sites: ({ session, input }) => listSites(app.db, session, input),
    actions: ({ db, session, input }) => listActions(db, session, input),
    last: ({ db, session, input }) => lastEnforcement(db, session, input),
    abuseEmails: ({ db, input }) => listAbuseEmails(db, input),
  })
}
