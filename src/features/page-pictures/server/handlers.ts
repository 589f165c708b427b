import { takePagePicture } from '#features/page-pictures/contract.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { jobHandler, type JobHandler } from '#kit/server/worker.ts'
import { takePicture } from './take-picture.ts'

export const pagePictureHandlers = (app: AppContext): JobHandler[] => [
  jobHandler(takePagePicture, (request) => takePicture(app, request)),
]
