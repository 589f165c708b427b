import type { FastifyInstance } from 'fastify'
import { pagePictures } from '#features/page-pictures/contract.ts'
import { type AppContext, serve } from '#kit/server/serve.ts'
import { addPicture, readState, requestPictures } from './picture-calls.ts'

/** Pictures of findings that have none; 404 for findings not in scope. */
export function pagePictureRoutes(api: FastifyInstance, app: AppContext): void {
  serve(api, app, pagePictures, {
    ofFinding: ({ db, session, input }) => readState(db, session, input),
    take: requestPictures,
    add: (request) => addPicture(app, request),
  })
}
