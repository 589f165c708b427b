import { z } from 'zod'
import { endpoint } from '#kit/contract/endpoint.ts'
import { staff } from '#vocabulary/roles.ts'

/** One stored file, as every upload returns it (S-106): its original name, a link, bucket and key. */
export const storedFile = z.object({
  uploadedImage: z.string(),
  Location: z.string(),
  Bucket: z.string(),
  Key: z.string(),
})
export type StoredFile = z.output<typeof storedFile>

const answers = z.object({ Data: z.array(storedFile) })

/** At most 500 files a call, 10 MB each (G97). */
export const filesPerCall = 500
export const bytesPerFile = 10 * 1024 * 1024

export const files = {
  uploadImages: endpoint({
    method: 'POST',
    path: '/upload-images-to-s3',
    access: staff,
    summary: 'Store pictures and spreadsheets',
    takes: z.looseObject({}),
    answers,
    body: 'files',
  }),
  uploadWhiteList: endpoint({
    method: 'POST',
    path: '/upload-images-to-s3/white-label',
    access: ['Admin'],
    summary: 'Store a white list (.txt)',
    takes: z.looseObject({}),
    answers,
    body: 'files',
  }),
  uploadConfiguration: endpoint({
    method: 'POST',
    path: '/upload-images-to-s3/enforcement-configuration',
    access: ['Admin'],
    summary: 'Store PDF attachments of an enforcement configuration',
    takes: z.looseObject({}),
    answers,
    body: 'files',
  }),
  /** Signed links are valid for one hour (G119); `size` thumb and card return pictures of at most 96 and 480 pixels, as WebP. */
  download: endpoint({
    method: 'GET',
    path: '/files/{bucket}/{key}',
    access: 'public',
    summary: 'A stored file, by signed link',
    takes: z.object({
      bucket: z.string(),
      key: z.string(),
      expires: z.coerce.number().default(0),
      signature: z.string().default(''),
      /** For whom the link was made: it works until this user may no longer see the file. */
      user: z.string().optional(),
      /** The only user for whom the link works; it then needs that user's session as well. */
      reader: z.string().optional(),
      /** The company or brand of the file, which a Client must still see. */
      scope: z.string().optional(),
      size: z.enum(['thumb', 'card', 'full']).default('full'),
      /** To store the file, not to show it: the whole file, as an attachment; logged. */
      download: z.literal('1').optional(),
    }),
    answers: z.unknown(),
    streams: true,
  }),
}
