import type { FastifyInstance } from 'fastify'
import { history } from '#features/history/contract.ts'
import { signedPath } from '#kit/server/files.ts'
import { type House, serve } from '#kit/server/serve.ts'
import { downloadLog } from './download-log.ts'
import { readChanges } from './read-changes.ts'
import { readDataLog } from './read-data-log.ts'
import { searchLog } from './search-log.ts'

/** Routes that read the logs; no route writes them. */
export function historyRoutes(api: FastifyInstance, house: House): void {
  const { businessZone: zone, signingSecret } = house.settings
  const linkTo = (bucket: string, key: string) => signedPath(signingSecret, { bucket, key })
  serve(api, house, history, {
    search: async ({ input }) => searchLog({ ...(await house.reading()), zone }, input),
    download: ({ input, reply }) => downloadLog(house, input, reply),
    finding: ({ db, session, input }) => readChanges(db, session, { id: input.id, linkTo }),
    dataLog: ({ db, input }) => readDataLog(db, input),
  })
}
