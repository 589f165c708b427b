import { createWriteStream } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import { notMultipart } from '#features/files/messages.ts'
import { plainName } from '#features/files/server/plain-name.ts'
import { readNames } from '#features/domain-search/contract-jobs.ts'
import { messages } from '#features/domain-search/messages.ts'
import { maxNameFileBytes } from '#features/domain-search/rules.ts'
import { fileEmpty } from '#kit/contract/file-empty.ts'
import { inTransaction } from '#kit/server/db.ts'
import { newKey } from '#kit/server/files.ts'
import { newId } from '#kit/server/id.ts'
import { enqueue } from '#kit/server/jobs.ts'
import { invalid, Problem } from '#kit/server/problem.ts'
import type { AppContext } from '#kit/server/serve.ts'
import type { Session } from '#kit/server/session.ts'
import { addNameFile } from './feed-queries.ts'

/**
 * Stores a file of new names (.txt or .gz, one name a line), which a job then reads. It is streamed to disk, never held in
 * memory. Throws 413 above 100 MB, 415 for anything else than text and for an empty one, 422 without a file.
 */
export async function uploadNames(
  app: AppContext,
  session: Session,
  request: FastifyRequest,
): Promise<{ message: string }> {
  if (!request.isMultipart()) throw new Problem(415, notMultipart)
  const part = await request.file({ limits: { files: 1, fileSize: maxNameFileBytes, fields: 10, parts: 12 } })
  if (!part) throw invalid({ file: messages.noNameFile })
  const fileName = plainName(part.filename)
  const folder = await mkdtemp(join(tmpdir(), 'brandkeep-names-'))
  try {
    const path = join(folder, 'names')
    await pipeline(part.file, createWriteStream(path))
    if (part.file.truncated) throw new Problem(413, messages.nameFileTooLarge)
    if (part.file.bytesRead === 0) throw new Problem(415, fileEmpty(fileName))
    if (!(await isTextOrGzip(path))) throw new Problem(415, messages.notNames)
    const key = newKey('txt')
    await app.files.putFile(key, path, 'text/plain')
    const id = newId()
    const name = `${fileName.slice(0, 120)} (${id.slice(-6)})`
    await inTransaction(app.pool, async ({ db }) => {
      await addNameFile(db, { id, name, key, userId: session.userId })
      await enqueue(db, readNames, { id })
    })
    return { message: messages.namesStored }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function isTextOrGzip(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4096), 0, 4096, 0)
    const begin = buffer.subarray(0, bytesRead)
    return (begin[0] === 0x1f && begin[1] === 0x8b) || !begin.includes(0)
  } finally {
    await file.close()
  }
}
