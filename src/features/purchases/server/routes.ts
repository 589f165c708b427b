import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type UploadRules, storeFiles } from '#features/files/server/store-files.ts'
import type { ListInput } from '#features/findings/contract-schemas.ts'
import { downloadFindings, type DownloadInput } from '#features/findings/server/download-findings.ts'
import { maxImages, purchaseFiles, purchases } from '#features/purchases/contract.ts'
import { onlyImages, onlyDocuments } from '#features/purchases/messages.ts'
import { linksFor, linksForReader } from '#kit/server/files.ts'
import { type AppContext, serve } from '#kit/server/serve.ts'
import type { Session } from '#kit/server/session.ts'
import { trapPurchase } from '#platforms/trap-purchase.ts'
import { listPurchases, purchaseRecords } from './list-purchases.ts'
import { purchaseCells } from './queries.ts'
import { savePurchase } from './save-purchase.ts'

const image: UploadRules = {
  purpose: 'purchase-image',
  extensions: ['png', 'jpg', 'webp'],
  refusal: () => onlyImages,
  maxFiles: maxImages,
  isPrivate: true,
}
const documentFile: UploadRules = {
  purpose: 'purchase-paper',
  extensions: ['pdf', 'png', 'jpg'],
  refusal: () => onlyDocuments,
  maxFiles: 1,
  isPrivate: true,
}

/** Registers the calls about trap purchases and their file uploads. */
export async function purchaseRoutes(api: FastifyInstance, app: AppContext): Promise<void> {
  const { businessZone: zone, signingSecret: secret } = app.settings
  const { bucket } = app.files
  const linkFor = (reader: string) => linksForReader(secret, bucket, reader)
  const toolsOf = ({ userId }: Session) => ({ zone, linkTo: linksFor(secret, { userId }), linkFor: linkFor(userId) })
  serve(api, app, purchases, {
    list: ({ db, session, input }) => listPurchases(db, session, input, toolsOf(session)),
    download: ({ session, input, reply }) =>
      downloadFindings(app, {
        session,
        platform: trapPurchase,
        input: input as DownloadInput,
        reply,
        extraColumns: purchaseCells,
      }),
    records: ({ db, session, input }) =>
      purchaseRecords(db, session, input as ListInput & { company: string }, toolsOf(session)),
    save: (call) => savePurchase(app, call, linkFor(call.session.userId)),
  })
  // In a Fastify scope of its own, so that all other calls still refuse multipart bodies.
  await api.register(async (scope) => {
    await scope.register(multipart)
    const store = async (request: FastifyRequest, accepted: UploadRules) => {
      const { Data } = await storeFiles(app, request, accepted)
      return { ResponseData: Data.map(({ Location, Bucket, Key }) => ({ Location, Bucket, Key })) }
    }
    serve(scope, app, purchaseFiles, {
      images: ({ request }) => store(request, image),
      gst: ({ request }) => store(request, documentFile),
      invoice: ({ request }) => store(request, documentFile),
    })
  })
}
