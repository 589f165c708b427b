import type { FastifyReply } from 'fastify'
import { buildCaseFile, type CaseFile, type caseFiles, fileNameOf } from '#features/case-files/contract.ts'
import { messages } from '#features/case-files/messages.ts'
import { logDataChange } from '#kit/server/audit.ts'
import { distinctIds } from '#kit/server/distinct-ids.ts'
import { storedFindings } from '#features/findings/server/stored-findings.ts'
import { visible } from '#features/findings/server/visible.ts'
import type { HandlerInput } from '#kit/contract/endpoint.ts'
import { type Page, pageOf } from '#kit/contract/page.ts'
import type { Db } from '#kit/server/db.ts'
import { countDownload } from '#kit/server/download-bounds.ts'
import { newId } from '#kit/server/id.ts'
import { enqueue } from '#kit/server/jobs.ts'
import { notFound, Problem } from '#kit/server/problem.ts'
import { sendStored } from '#kit/server/send-stored.ts'
import type { AppContext } from '#kit/server/serve.ts'
import type { Session } from '#kit/server/session.ts'
import { proofText } from '#kit/evidence/proof.ts'
import { proofOf } from './proof-queries.ts'
import { addCaseFile, caseFileById, companiesOf, pageOfCaseFiles, storedCaseFile } from './queries.ts'

/** Requests a case file in the caller's transaction; 404 when one of the findings is not in the user's scope. */
export async function requestCaseFile(
  db: Db,
  session: Session,
  { platform, recordIds, certificate, severalCompanies }: HandlerInput<typeof caseFiles.request>,
): Promise<{ message: string; id: string }> {
  const findingIds = distinctIds(recordIds)
  const found = await storedFindings(db, platform, visible(platform, session), findingIds)
  if (!found) throw notFound()
  refuseSeveral(session, found, severalCompanies)
  const id = newId()
  await addCaseFile(db, {
    id,
    platform: platform.value,
    companyIds: [...new Set(found.map((one) => one.company_id))],
    findingIds,
    certificate,
    title: String(found[0]![platform.identity]),
    userId: session.userId,
  })
  await enqueue(db, buildCaseFile, { caseFileId: id })
  return { message: messages.requested, id }
}

/** Whether a person may have one case file of several companies. */
export const mayHaveSeveral = ({ role }: Session): boolean => role === 'Admin'

/** One file has one company: it is passed on, and a client must not see another's findings. Only an Admin may differ. */
function refuseSeveral(
  session: Session,
  found: readonly { company_id: string; company_name: string }[],
  isWanted: boolean,
) {
  const names = [...new Map(found.map((one) => [one.company_id, one.company_name])).values()]
  if (names.length === 1) return
  if (!mayHaveSeveral(session)) throw new Problem(409, messages.oneCompany)
  if (!isWanted)
    throw new Problem(409, messages.confirmSeveral(names.join(', ')), { extra: { needs: 'severalCompanies' } })
}

/** A page of the requested files, newest first. */
export async function listCaseFiles(
  db: Db,
  { page = 1, perPage: size = 10, search }: HandlerInput<typeof caseFiles.list>,
): Promise<Page<CaseFile>> {
  const { found, total } = await pageOfCaseFiles(db, { search, size, offset: (page - 1) * size })
  return pageOf(found, page, size, total)
}

/** One case file; 404 for an unknown id. */
export async function readCaseFile(db: Db, id: string): Promise<CaseFile> {
  const found = await caseFileById(db, id)
  if (!found) throw notFound()
  return found
}

const parts = { zip: 'application/zip', pdf: 'application/pdf' } as const

/** Streams a finished file; 409 before it is ready, 410 after it was deleted. */
export async function sendCaseFile(
  app: AppContext,
  session: Session,
  { id, part }: HandlerInput<typeof caseFiles.download>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (part === 'proof') return await sendProof(app, session, id, reply)
  const stored = await storedCaseFile(app.db, id)
  if (!stored) throw notFound()
  if (!stored.isReady) throw new Problem(409, messages.notReady)
  const key = part === 'zip' ? stored.zipKey : stored.pdfKey
  countDownload(reply)
  const found = key === null ? undefined : await app.files.stream(key)
  if (!found) throw new Problem(410, messages.notThere)
  const name = fileNameOf({ id, ...stored }, part)
  await logTaken(app.db, session, id, name)
  reply
    .type(parts[part])
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'private, no-store')
    .header('content-disposition', `attachment; filename="${name}"`)
  return sendStored(reply, found)
}

/** The proof as it is now: also with stamps that came after the file was made, and after it was deleted. */
async function sendProof(app: AppContext, session: Session, id: string, reply: FastifyReply): Promise<FastifyReply> {
  const { createdAt } = await readCaseFile(app.db, id)
  const proof = await proofOf(app.db, id)
  if (!proof) throw new Problem(409, messages.notReady)
  const { head, signature, stamps } = proof
  if (!signature) throw new Problem(409, messages.notSigned)
  const name = fileNameOf({ id, createdAt }, 'proof')
  await logTaken(app.db, session, id, name)
  return reply
    .type('application/json')
    .header('cache-control', 'private, no-store')
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(proofText({ head, signature, stamps }))
}

/** Writes into the data log that somebody took a file of a case out, for each of its companies (G106). */
async function logTaken(db: Db, session: Session, id: string, subject: string): Promise<void> {
  for (const companyId of await companiesOf(db, id))
    await logDataChange(db, session, { type: 'export', model: 'CaseFile', total: 1, subject, recordId: id, companyId })
}
