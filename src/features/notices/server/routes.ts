import type { FastifyInstance } from 'fastify'
import { visible } from '#features/findings/server/visible.ts'
import { notices } from '#features/notices/contract.ts'
import { type AppContext, serve } from '#kit/server/serve.ts'
import { notFound } from '#kit/server/problem.ts'
import { today } from '#vocabulary/dates.ts'
import { chooseProofs, readProofs } from './choose-proofs.ts'
import { examine, summary } from './examine.ts'
import { filingSheet } from './filing-sheet.ts'
import { addMessage, listMessages, removeMessage } from './phishing-messages.ts'
import { previewNotice } from './preview-notice.ts'

/** The calls that check and show notices before they are sent; 404 for findings not in scope. */
export function noticeRoutes(api: FastifyInstance, app: AppContext): void {
  serve(api, app, notices, {
    proofs: (request) => readProofs(app, request),
    chooseProofs,
    messages: (request) => listMessages(app, request),
    addMessage: (request) => addMessage(app, request),
    removeMessage: (request) => removeMessage(app, request),
    check: async ({ session, input: { platform, recordIds } }) => {
      const day = today(app.settings.businessZone)
      const ids = [...new Set(recordIds.map((id) => id.toLowerCase()))]
      const examined = await examine(app.db, platform, { scope: visible(platform, session), ids, day })
      if (examined.length < ids.length) throw notFound()
      const data = summary(platform, examined)
      const mayOverride = session.role === 'Admin' && data.every(({ isFinal }) => !isFinal)
      return { data, total: ids.length, mayOverride }
    },
    filingSheet: async ({ session, input: { platform, id, procedure } }) => {
      const scope = visible(platform, session)
      const zone = app.settings.businessZone
      const sheet = await filingSheet(app.db, { platform, scope, findingId: id, procedure, zone })
      if (!sheet) throw notFound()
      return sheet
    },
    preview: async ({ session, input: { platform, id, abusiveEmailId, ...host } }) => {
      const scope = visible(platform, session)
      const { role, userId } = session
      const params = { platform, scope, role, userId, findingId: id, abuseEmail: abusiveEmailId, ...host }
      const preview = await previewNotice(app, app.db, params)
      if (!preview) throw notFound()
      return preview
    },
  })
}
