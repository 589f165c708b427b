import type { FastifyReply } from 'fastify'
import type { files } from '#features/files/contract.ts'
import { linkExpired } from '#features/files/messages.ts'
import { countFile } from '#kit/server/download-bounds.ts'
import { isSigned } from '#kit/server/files.ts'
import { notFound, Problem } from '#kit/server/problem.ts'
import { sendStored } from '#kit/server/send-stored.ts'
import type { Call, AppContext } from '#kit/server/serve.ts'
import { fileByKey } from './queries.ts'

const THUMB_PIXELS = 96
/** Pictures that decompress to more pixels than this are treated as decompression bombs. */
const MAX_PIXELS = 64_000_000

/** Sends a stored file to whoever has a valid link. The headers keep browsers from running anything in it. */
export async function sendFile(
  app: AppContext,
  { input, request, reply, db }: Call<typeof files.download>,
): Promise<FastifyReply> {
  const { bucket, key, size, reader } = input
  const { session } = request
  const isReader = reader === undefined || (session?.kind === 'full' && session.userId === reader)
  if (!isReader || !isSigned(app.settings.signingSecret, input)) throw new Problem(403, linkExpired)
  const file = bucket === app.files.bucket ? await fileByKey(db, bucket, key) : undefined
  if (!file) throw notFound()
  const isPicture = file.mediaType.startsWith('image/')
  reply
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cross-origin-resource-policy', 'same-origin')
    .header('cache-control', reader === undefined ? 'private, max-age=3600, immutable' : 'private, no-store')
    .header('content-disposition', dispositionOf(file.originalName, isPicture))
  const thumb = isPicture && size === 'thumb' ? await thumbOf(app, key) : undefined
  if (thumb) return reply.type('image/webp').send(thumb)
  countFile(reply)
  const found = await app.files.stream(key)
  if (!found) throw notFound()
  return sendStored(reply.type(file.mediaType), found)
}

/** The storage key of the thumbnail of a picture. */
export const thumbKeyOf = (key: string): string => `${key}.thumb.webp`

/** The thumbnail, created on first use and stored next to the original; undefined when it cannot be created. */
async function thumbOf(app: AppContext, key: string): Promise<Buffer | undefined> {
  const thumbKey = thumbKeyOf(key)
  const cached = await app.files.read(thumbKey)
  if (cached) return cached
  const full = await app.files.read(key)
  if (!full) return undefined
  // Imported on first use: the library takes 7 MB.
  const { default: sharp } = await import('sharp')
  const thumbnail = await sharp(full, { limitInputPixels: MAX_PIXELS })
    .rotate()
    .resize(THUMB_PIXELS, THUMB_PIXELS, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80 })
    .toBuffer()
    // A broken or oversized picture has no thumbnail; the stored file itself still opens.
    .catch(() => undefined)
  if (thumbnail) await app.files.put(thumbKey, thumbnail, 'image/webp')
  return thumbnail
}

/** Pictures are shown inline, everything else is downloaded under its own name (RFC 6266). */
function dispositionOf(name: string, shown: boolean): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  return `${shown ? 'inline' : 'attachment'}; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, percentEncode)}`
}

const percentEncode = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`
