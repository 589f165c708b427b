import type { FastifyInstance } from 'fastify'
import { history } from '#features/history/contract.ts'
import { linksFor } from '#kit/server/files.ts'
import { type AppContext, serve } from '#kit/server/serve.ts'
import type { Session } from '#kit/server/session.ts'
import { downloadDataLog } from './download-data-log.ts'
import { downloadLog } from './download-log.ts'
import { readChanges } from './read-changes.ts'
import { readDataLog } from './read-data-log.ts'
import { searchLog } from './search-log.ts'
import { seeChanges } from './see-changes.ts'

/** Routes that read the logs; no route writes them. */
export function historyRoutes(api: FastifyInstance, app: AppContext): void {
  const { businessZone: zone, signingSecret } = app.settings
  const linksOf = (session: Session) => ({ linkTo: linksFor(signingSecret, session) })
  serve(api, app, history, {
    search: async ({ input }) => searchLog({ ...(await app.readConnection()), zone }, input),
    download: (call) => downloadLog(app, call, call.input),
    finding: ({ db, session, input }) => readChanges(db, session, { id: input.id, ...linksOf(session) }),
    changes: ({ db, session, input }) => seeChanges(db, session, { ...input, ...linksOf(session) }),
    dataLog: ({ db, input }) => readDataLog(db, { ...input, zone }),
    downloadDataLog: (call) => downloadDataLog(app, call, call.input),
  })
}
