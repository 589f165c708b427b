import type { FastifyInstance } from 'fastify'
import { caseFiles, type Complaint } from '#features/case-files/contract.ts'
import { visible } from '#features/findings/server/visible.ts'
import type { HandlerInput } from '#kit/contract/endpoint.ts'
import type { Db } from '#kit/server/db.ts'
import { logDataChange } from '#kit/server/audit.ts'
import { notFound } from '#kit/server/problem.ts'
import { type AppContext, serve } from '#kit/server/serve.ts'
import type { Session } from '#kit/server/session.ts'
import { icannComplaint } from './icann-complaint.ts'
import { listEvidenceDays, sendEvidenceDay } from './send-evidence-day.ts'
import { requestCaseFile, listCaseFiles, readCaseFile, sendCaseFile } from './request-case-file.ts'

/** The calls that request, list and download case files. */
export function caseFileRoutes(api: FastifyInstance, app: AppContext): void {
  const complaintOf = async (
    db: Db,
    session: Session,
    { platform, id }: HandlerInput<typeof caseFiles.complaint>,
  ): Promise<Complaint> => {
    const params = { platform, scope: visible(platform, session), findingId: id, zone: app.settings.businessZone }
    const complaint = await icannComplaint(db, params)
    if (!complaint) throw notFound()
    return complaint
  }
  serve(api, app, caseFiles, {
    complaint: ({ db, session, input }) => complaintOf(db, session, input),
    complaintPdf: async ({ db, session, input, reply }) => {
      // Loaded for its first PDF: it takes 40 MB.
      const { drawComplaint } = await import('./draw-complaint.ts')
      const name = `icann-complaint-${input.id.slice(-8)}.pdf`
      const complaint = await complaintOf(db, session, input)
      const { model } = input.platform
      await logDataChange(app.db, session, { type: 'export', model, total: 1, subject: name, recordId: input.id })
      return reply
        .type('application/pdf')
        .header('content-disposition', `attachment; filename="${name}"`)
        .send(drawComplaint(complaint, app.settings.productName))
    },
    request: ({ db, session, input }) => requestCaseFile(db, session, input),
    list: ({ db, input }) => listCaseFiles(db, input),
    one: ({ db, input }) => readCaseFile(db, input.id),
    download: ({ session, input, reply }) => sendCaseFile(app, session, input, reply),
    days: ({ db, input }) => listEvidenceDays(db, input),
    dayDownload: ({ session, input, reply }) => sendEvidenceDay(app, session, input.day, reply),
  })
}
