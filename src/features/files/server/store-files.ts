import { createHash } from 'node:crypto'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { bytesPerFile, filesPerCall, type StoredFile } from '#features/files/contract.ts'
import { fileTooLarge, noFiles, notMultipart, tooManyFiles } from '#features/files/messages.ts'
import { fileEmpty } from '#kit/contract/file-empty.ts'
import { newKey, signedPath } from '#kit/server/files.ts'
import { newId } from '#kit/server/id.ts'
import { invalid, Problem } from '#kit/server/problem.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { flawOfFile } from './flaw-of-file.ts'
import { type FileKind, kindOfFile } from './kind-of-file.ts'
import { addFiles, type FileRow } from './queries.ts'
import type { FilePurpose } from './stored-for.ts'
import { plainName } from './plain-name.ts'

/** What an upload call accepts: extensions, detected by content, and the error for everything else. */
export type UploadRules = {
  purpose: FilePurpose
  extensions: readonly string[]
  refusal: (name: string) => string
  /** How many files a call may have; default 500. */
  maxFiles?: number
  /** The returned links work for the uploader only. */
  isPrivate?: boolean
}

/**
 * Stores the files of a call, all or none, and returns their links. One file is in memory at a time.
 * Throws 413 above 500 files or 10 MB, 415 for a type that is not accepted, a file that nobody could open, or an
 * empty one that is no text, 422 without files.
 */
export async function storeFiles(
  app: AppContext,
  request: FastifyRequest,
  rules: UploadRules,
): Promise<{ Data: StoredFile[] }> {
  if (!request.isMultipart()) throw new Problem(415, notMultipart)
  const stored: FileRow[] = []
  try {
    const maxFiles = rules.maxFiles ?? filesPerCall
    const limits = { files: maxFiles, fileSize: bytesPerFile, fields: 100, parts: maxFiles + 100 }
    for await (const part of request.files({ limits })) stored.push(await storeOne(app, part, rules))
    if (stored.length === 0) throw invalid({ files: noFiles })
    await addFiles(app.db, stored, request.session?.userId ?? '')
  } catch (problem) {
    await Promise.all(stored.map((one) => app.files.remove(one.key)))
    throw toProblem(problem, rules.maxFiles ?? filesPerCall)
  }
  const secret = app.settings.signingSecret
  const user = request.session?.userId
  const reader = rules.isPrivate ? user : undefined
  return {
    Data: stored.map(({ originalName, bucket, key }) => ({
      uploadedImage: originalName,
      Location: signedPath(secret, { bucket, key, user, reader, scope: user }),
      Bucket: bucket,
      Key: key,
    })),
  }
}

async function storeOne(app: AppContext, part: MultipartFile, rules: UploadRules): Promise<FileRow> {
  const name = plainName(part.filename)
  const bytes = await part.toBuffer()
  const kind = await kindOfFile(bytes, name)
  // An empty text file is a text file: a list that has no lines yet.
  if (!kind || !rules.extensions.includes(kind.extension))
    throw new Problem(415, bytes.length === 0 ? fileEmpty(name) : rules.refusal(name))
  const flaw = await flawOfFile(bytes, kind, name)
  if (flaw) throw new Problem(415, flaw)
  const key = await putFile(app, bytes, kind)
  return {
    id: newId(),
    bucket: app.files.bucket,
    key,
    purpose: rules.purpose,
    originalName: name,
    mediaType: kind.mediaType,
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest(),
  }
}

async function putFile(app: AppContext, bytes: Buffer, kind: FileKind): Promise<string> {
  const key = newKey(kind.extension)
  await app.files.put(key, bytes, kind.mediaType)
  return key
}

function toProblem(problem: unknown, maxFiles: number): unknown {
  const { code, part } = problem as { code?: string; part?: MultipartFile }
  // Thrown while a file is read, or by the body parser when only the last bytes exceed the limit.
  if (code === 'FST_REQ_FILE_TOO_LARGE') return new Problem(413, fileTooLarge(plainName(part?.filename ?? 'The file')))
  if (code === 'FST_FILES_LIMIT' || code === 'FST_PARTS_LIMIT') return new Problem(413, tooManyFiles(maxFiles))
  return problem
}
