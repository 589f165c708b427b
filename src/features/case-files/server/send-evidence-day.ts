import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyReply } from 'fastify'
import { type caseFiles, type EvidenceDay, nameOfDay } from '#features/case-files/contract.ts'
import { messages } from '#features/case-files/messages.ts'
import type { HandlerInput } from '#kit/contract/endpoint.ts'
import { type Page, pageOf } from '#kit/contract/page.ts'
import { listName } from '#kit/evidence/evidence-list.ts'
import { proofName, proofText } from '#kit/evidence/proof.ts'
import { logDataChange } from '#kit/server/audit.ts'
import type { Db } from '#kit/server/db.ts'
import { countDownload } from '#kit/server/download-bounds.ts'
import { notFound, Problem } from '#kit/server/problem.ts'
import { sendStored } from '#kit/server/send-stored.ts'
import type { AppContext } from '#kit/server/serve.ts'
import type { Session } from '#kit/server/session.ts'
import { pageOfEvidenceDays, storedEvidenceDay } from './evidence-day-queries.ts'
import { signHead } from './signing.ts'
import { writeZip } from './write-zip.ts'

/** A page of the daily lists of evidence, newest first. */
export async function listEvidenceDays(
  db: Db,
  { page = 1, perPage: size = 10, search }: HandlerInput<typeof caseFiles.days>,
): Promise<Page<EvidenceDay>> {
  const { found, total } = await pageOfEvidenceDays(db, { search, size, offset: (page - 1) * size })
  return pageOf(found, page, size, total)
}

/**
 * Sends the list of a day with its proof as one archive, which the verifier reads: 404 for a day without a list, 410
 * when the store has lost it. What is stored is sent as it is: the verifier says whether it was altered.
 */
export async function sendEvidenceDay(
  app: AppContext,
  session: Session,
  day: string,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const found = await storedEvidenceDay(app.db, day)
  if (!found) throw notFound()
  countDownload(reply)
  const list = await app.files.stream(found.listKey)
  if (!list) throw new Problem(410, messages.listNotThere)
  const { head, stamps } = found
  const signature = found.signature ?? (await signHead(app.db, app.settings, head))
  const archive = await archiveOf(list.body, proofText({ head, signature, stamps }))
  await logDataChange(app.db, session, { type: 'export', model: 'EvidenceDay', total: 1, subject: nameOfDay(day) })
  reply
    .type('application/zip')
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'private, no-store')
    .header('content-disposition', `attachment; filename="${nameOfDay(day)}"`)
  return sendStored(reply, archive)
}

/** The archive, written to the disk first because each header has the checksum of what follows; open, and unlinked. */
async function archiveOf(list: Readable, proof: string): Promise<{ body: Readable; bytes: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'brandkeep-evidence-'))
  try {
    const [listPath, path] = [join(folder, 'list'), join(folder, 'zip')]
    await pipeline(list, createWriteStream(listPath))
    const zip = await writeZip(path)
    try {
      await zip.add(listName, { path: listPath })
      await zip.add(proofName, Buffer.from(proof))
      const { bytes } = await zip.end()
      const body = createReadStream(path)
      await once(body, 'open')
      return { body, bytes }
    } finally {
      await zip.close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
