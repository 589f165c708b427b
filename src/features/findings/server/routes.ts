import type { FastifyInstance } from 'fastify'
import { decisions } from '#features/findings/contract-decisions.ts'
import { findings, findingStatus } from '#features/findings/contract.ts'
import { linksFor } from '#kit/server/files.ts'
import { type AppContext, serve } from '#kit/server/serve.ts'
import type { Session } from '#kit/server/session.ts'
import { platforms } from '#platforms/all.ts'
import { approveFindings, undoApproval } from './approve-findings.ts'
import { approveMatching, type MatchingInput, undoMatching } from './approve-matching.ts'
import { ownDecision } from './begin-decisions.ts'
import { listDecisions, previewDecision, startDecision, stopDecision, undoDecision } from './bulk-decisions.ts'
import { changeOneStatus, undoOneStatus } from './change-one-status.ts'
import { type ChoicesInput, countFilterChoices } from './choice-counts.ts'
import { commentOnFinding, readComments } from './comment-on-finding.ts'
import { decideOne, undoDecisionOnOne } from './decide-one.ts'
import { decideFindings } from './decide-findings.ts'
import { sendDecisionSheet } from './decision-sheet.ts'
import { downloadFindings, type DownloadInput } from './download-findings.ts'
import { countOfList, findingFacets, listFindings } from './list-findings.ts'
import { readFindings } from './read-finding.ts'

/** The calls of the platforms. */
export function findingRoutes(api: FastifyInstance, app: AppContext): void {
  const { businessZone: zone, signingSecret } = app.settings
  const linksOf = (session: Session) => linksFor(signingSecret, session)
  for (const platform of platforms)
    serve(api, app, findings[platform.value], {
      list: ({ db, session, input }) => listFindings(db, session, platform, input, { zone, linkTo: linksOf(session) }),
      total: ({ db, session, input }) => countOfList(db, session, platform, input, zone),
      download: ({ session, input, reply }) =>
        downloadFindings(app, { session, platform, input: input as DownloadInput, reply }),
      rows: ({ db, session, input }) =>
        readFindings(db, session, { platform, ids: input.ids, linkTo: linksOf(session) }),
      facets: ({ db, session, input }) => findingFacets(db, session, platform, input),
      filterCounts: ({ db, session, input }) =>
        countFilterChoices({ db, pool: app.pool }, session, { platform, input: input as ChoicesInput, zone }),
      comment: async ({ db, session, input: { id, clientComment } }) => {
        const { message } = await commentOnFinding(db, session, platform, { id, clientComment })
        return { message }
      },
      comments: ({ db, session, input }) => readComments(db, session, platform, input.id),
      approve: ({ db, session, input }) => approveFindings(db, session, platform, input),
      undoApprove: ({ db, session, input }) => undoApproval(db, session, platform, input.recordIds),
      approveMatching: ({ db, session, input }) =>
        approveMatching(db, session, { platform, input: input as MatchingInput, zone }),
      decisionSheet: ({ session, input, reply }) => sendDecisionSheet(app, { session, platform, input, reply }),
      decide: ({ db, session, input }) => decideFindings(db, session, platform, input),
      undoMatching: ({ db, session, input }) => undoMatching(db, session, platform, input.moment),
    })
  serve(api, app, findingStatus, {
    change: ({ db, session, input }) => changeOneStatus(db, session, input, linksOf(session)),
    undo: ({ db, session, input }) => undoOneStatus(db, session, input, linksOf(session)),
  })
  serve(api, app, decisions, {
    one: ({ db, session, input }) => decideOne(db, session, input),
    undoOne: ({ db, session, input }) => undoDecisionOnOne(db, session, input),
    preview: ({ db, session, input }) => previewDecision(db, session, input, zone),
    start: ({ db, session, input }) => startDecision(db, session, input, zone),
    recent: ({ db, session }) => listDecisions(db, session),
    read: ({ db, session, input }) => ownDecision(db, session, input.id),
    stop: ({ db, session, input }) => stopDecision(db, session, input.id),
    undo: ({ db, session, input }) => undoDecision(db, session, input.id),
  })
}
