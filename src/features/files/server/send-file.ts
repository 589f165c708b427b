import type { FastifyReply } from 'fastify'
import type { files } from '#features/files/contract.ts'
import { linkExpired } from '#features/files/messages.ts'
import { countFile } from '#kit/server/download-bounds.ts'
import { sessionOfUser } from '#features/sessions/server/session-of.ts'
import { logDataChange } from '#kit/server/audit.ts'
import type { Db } from '#kit/server/db.ts'
import { endWithAccess } from '#kit/server/end-with-access.ts'
import { isSigned, type LinkTarget } from '#kit/server/files.ts'
import { logCutOff } from '#kit/server/log-cut-off.ts'
import { notFound, Problem } from '#kit/server/problem.ts'
import { disconnectSignal } from '#kit/server/send-sheet.ts'
import { sendStored } from '#kit/server/send-stored.ts'
import { bearer, type Call, type AppContext } from '#kit/server/serve.ts'
import { isStaff, type Session } from '#kit/server/session.ts'
import { fileByKey } from './queries.ts'
import type { SmallPictures } from './small-pictures.ts'

/** Sends a stored file to whoever has a valid link, while the user it was made for may see the file. The headers keep browsers from running anything in it. */
export async function sendFile(
  app: AppContext,
  { input, request, reply, db }: Call<typeof files.download>,
  smallPictures: SmallPictures,
): Promise<FastifyReply> {
  const { bucket, key, reader } = input
  const isDownload = input.download !== undefined
  const size = isDownload ? 'full' : input.size
  if (!isSigned(app.settings.signingSecret, input) || !(await mayOpen(db, request.session, input)))
    throw new Problem(403, linkExpired)
  const file = bucket === app.files.bucket ? await fileByKey(db, bucket, key) : undefined
  if (!file) throw notFound()
  const isPicture = file.mediaType.startsWith('image/')
  reply
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cross-origin-resource-policy', 'same-origin')
    .header(
      'cache-control',
      reader === undefined && !isDownload ? 'private, max-age=3600, immutable' : 'private, no-store',
    )
    .header('content-disposition', dispositionOf(file.originalName, isPicture && !isDownload))
  const small = isPicture && size !== 'full' ? await smallPictures.read(key, size, disconnectSignal(reply)) : undefined
  if (small) return reply.type('image/webp').send(small)
  countFile(reply)
  const found = await app.files.stream(key)
  if (!found) throw notFound()
  const token = bearer(request)
  const person = reader ?? input.user
  if (isDownload && person !== undefined) await logFile(app.db, person, file.originalName)
  endWithAccess(
    reply,
    async () => mayOpen(db, token === undefined ? undefined : await app.sessionOf(token), input),
    person === undefined ? {} : { onCut: (cutOff) => logCutOff(app.db, person, reply, cutOff) },
  )
  return sendStored(reply.type(file.mediaType), found)
}

/** Writes into the data log that a person downloaded a single file (G106). */
const logFile = (db: Db, userId: string, name: string): Promise<void> =>
  logDataChange(db, { userId }, { type: 'export', model: 'File', total: 1, subject: name })

/** Whether the user a link was made for may still see its object. A Client must see the company or brand it is of. */
async function mayOpen(
  db: Db,
  caller: Session | undefined,
  { user, reader, scope }: Pick<LinkTarget, 'user' | 'reader' | 'scope'>,
): Promise<boolean> {
  if (user === undefined && reader === undefined) return true
  const isReader = caller?.kind === 'full' && caller.userId === reader
  if (reader !== undefined && !isReader) return false
  const session = isReader ? caller : await sessionOfUser(db, user!)
  if (!session || isStaff(session)) return session !== undefined
  const { userId, companyIds, brands } = session
  return scope !== undefined && [userId, ...companyIds, ...brands.map(({ id }) => id)].includes(scope)
}

/** Pictures are shown inline, everything else is downloaded under its own name (RFC 6266). */
function dispositionOf(name: string, shown: boolean): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  return `${shown ? 'inline' : 'attachment'}; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, percentEncode)}`
}

const percentEncode = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`
