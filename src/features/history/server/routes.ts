import type { FastifyInstance } from 'fastify'
import { history } from '#features/history/contract.ts'
import { signedPath } from '#kit/server/files.ts'
import { type AppContext, serve } from '#kit/server/serve.ts'
import { downloadLog } from './download-log.ts'
import { readChanges } from './read-changes.ts'
import { readDataLog } from './read-data-log.ts'
import { searchLog } from './search-log.ts'
import { seeChanges } from './see-changes.ts'

/** Routes that read the logs; no route writes them. */
export function historyRoutes(api: FastifyInstance, app: AppContext): void {
  const { businessZone: zone, signingSecret } = app.settings
  const linkTo = (bucket: string, key: string) => signedPath(signingSecret, { bucket, key })
  serve(api, app, history, {
    search: async ({ input }) => searchLog({ ...(await app.readConnection()), zone }, input),
    download: ({ input, reply }) => downloadLog(app, input, reply),
    finding: ({ db, session, input }) => readChanges(db, session, { id: input.id, linkTo }),
    changes: ({ db, session, input }) => seeChanges(db, session, { ...input, linkTo }),
    dataLog: ({ db, input }) => readDataLog(db, { ...input, zone }),
  })
}
