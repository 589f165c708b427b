import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import { files } from '#features/files/contract.ts'
import { kindsOfImages, notPdf, notTxt, wrongFileType } from '#features/files/messages.ts'
import { type AppContext, serve } from '#kit/server/serve.ts'
import { sendFile } from './send-file.ts'
import { openSmallPictures } from './small-pictures.ts'
import { type UploadRules, storeFiles } from './store-files.ts'

const uploadRules = {
  images: {
    purpose: 'images',
    extensions: ['png', 'jpg', 'webp', 'gif', 'xlsx', 'xls', 'csv', 'txt'],
    refusal: (name) => wrongFileType(name, kindsOfImages),
  },
  whiteList: { purpose: 'white-list', extensions: ['txt'], refusal: () => notTxt },
  configuration: { purpose: 'configuration', extensions: ['pdf'], refusal: () => notPdf },
} satisfies Record<string, UploadRules>

/** In a Fastify scope of its own, so that all other endpoints keep rejecting multipart bodies. */
export async function fileRoutes(api: FastifyInstance, app: AppContext): Promise<void> {
  const smallPictures = openSmallPictures(app.files)
  await api.register(async (scope) => {
    await scope.register(multipart)
    serve(scope, app, files, {
      uploadImages: ({ request }) => storeFiles(app, request, uploadRules.images),
      uploadWhiteList: ({ request }) => storeFiles(app, request, uploadRules.whiteList),
      uploadConfiguration: ({ request }) => storeFiles(app, request, uploadRules.configuration),
      download: (call) => sendFile(app, call, smallPictures),
    })
  })
}
