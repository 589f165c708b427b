import { mkdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { messages } from '#features/case-files/messages.ts'
import { buildCaseFile } from '#features/case-files/contract.ts'
import { loggedFindings } from '#features/findings/server/log-subject.ts'
import { type StoredFinding, storedFindings } from '#features/findings/server/stored-findings.ts'
import { staffSessionOf } from '#features/sessions/server/session-of.ts'
import { type Signature, proofName, proofText } from '#kit/evidence/proof.ts'
import { logDataChange } from '#kit/server/audit.ts'
import { type Db, inTransaction } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { platformOf } from '#platforms/all.ts'
import type { Platform } from '#platforms/platform.ts'
import { listsOf } from './evidence-lists.ts'
import { type Renderer, openRenderer } from './render-in-process.ts'
import { type CaseFinding, gather, warningsOf } from './gather.ts'
import type { GatherContext } from './gather-files.ts'
import {
  type CaseFileInfo,
  howToCheck,
  listsName,
  manifestName,
  manifestOf,
  manifestText,
} from '#kit/evidence/manifest.ts'
import { mayHaveSeveral } from './request-case-file.ts'
import * as queries from './queries.ts'
import { addStamps, type NewStamp } from './proof-queries.ts'
import { signHead } from './signing.ts'
import { requestStamps } from './take-stamps.ts'
import { withWorkFolder } from './work-folder.ts'
import { TooLarge, type ZipWriter, writeZip } from './write-zip.ts'

/** The file can never be built; the message is shown to the user. */
class CannotBuild extends Error {}

/**
 * The job: builds one case file and publishes it when it is complete. Of two concurrent tries one publishes its file,
 * and the other removes its objects. `signal` ends the process that draws it.
 */
export async function makeCaseFile(app: AppContext, caseFileId: string, signal?: AbortSignal): Promise<void> {
  const caseFile = await queries.beginTry(app.db, caseFileId)
  if (!caseFile) return
  try {
    await requireRequester(app.db, caseFile)
    await withWorkFolder(caseFileId, async (folder) =>
      publish(app, caseFile, await buildFiles(app, caseFile, { folder, signal })),
    )
  } catch (problem) {
    if (problem instanceof CannotBuild) return await queries.markFailed(app.db, caseFile.id, problem.message)
    if (problem instanceof TooLarge) return await queries.markFailed(app.db, caseFile.id, messages.tooLarge)
    if (caseFile.tries >= buildCaseFile.tries) await queries.markFailed(app.db, caseFile.id, messages.notMade)
    throw problem
  }
}

type BuiltFiles = {
  head: string
  signature: Signature
  stamps: NewStamp[]
  warnings: string[]
  zip: { path: string; bytes: number; sha256: string }
  pdf: string
}

async function buildFiles(
  app: AppContext,
  caseFile: queries.CaseToBuild,
  { folder, signal }: { folder: string; signal: AbortSignal | undefined },
): Promise<BuiltFiles> {
  const { db, files, settings } = app
  const platform = platformOf(caseFile.platform)!
  const findings = await findingsOf(app, platform, caseFile)
  const drawingFolder = join(folder, 'drawn')
  await mkdir(drawingFolder)
  const path = join(folder, 'case.zip')
  const zip = await writeZip(path)
  const renderer = openRenderer()
  signal?.addEventListener('abort', renderer.close)
  try {
    const context: GatherContext = {
      db,
      files,
      zip,
      zone: settings.businessZone,
      product: settings.productName,
      documents: new Map(),
      listed: [],
      dated: [],
    }
    const info = infoOf(app, caseFile, platform, findings)
    const warnings: string[] = []
    context.listed.push(await zip.add('README.txt', Buffer.from(howToCheck)))
    for (const [at, row] of findings.entries()) {
      const finding = await writeDrawingInput(
        { context, renderer, folder: drawingFolder },
        { platform, row, number: at + 1 },
      )
      warnings.push(...warningsOf(finding))
      await queries.noteProgress(db, caseFile.id, at + 1)
    }
    const lists = await listsOf(db, context.dated)
    context.listed.push(await zip.add(listsName, Buffer.from(`${JSON.stringify(lists, null, 1)}\n`)))
    const pdf = join(folder, 'file.pdf')
    const { certificate } = caseFile
    await renderer.draw({ folder: drawingFolder, out: pdf, info, warnings, lists, certificate })
    context.listed.push(await zip.add('file.pdf', { path: pdf }))
    const manifest = manifestOf(info, context.listed)
    await zip.add(manifestName, Buffer.from(manifestText(manifest)))
    const { signature, stamps } = await prove(app, zip, manifest.head)
    return { head: manifest.head, signature, stamps, warnings, zip: { path, ...(await zip.end()) }, pdf }
  } finally {
    renderer.close()
    await zip.close()
  }
}

/** Signs the head and writes the proof as the last entry, with the time stamps that arrive at once. */
async function prove(app: AppContext, zip: ZipWriter, head: string) {
  const signature = await signHead(app.db, app.settings, head)
  const stamps = await requestStamps(app, head)
  const arrived = stamps.flatMap(({ authority, got }) =>
    got ? [{ authority, token: Buffer.from(got.token).toString('base64') }] : [],
  )
  await zip.add(proofName, Buffer.from(proofText({ head, signature, stamps: arrived })))
  return { signature, stamps }
}

/** The findings in the requested order; fails when one is gone. */
async function findingsOf(
  { db }: AppContext,
  platform: Platform,
  caseFile: queries.CaseToBuild,
): Promise<StoredFinding[]> {
  const scope = { platform: platform.value, companyIds: caseFile.companyIds, brandIds: undefined }
  const found = await storedFindings(db, platform, scope, caseFile.findingIds)
  if (!found) throw new CannotBuild(messages.findingGone)
  return found
}

function infoOf(
  { settings }: AppContext,
  caseFile: queries.CaseToBuild,
  platform: Platform,
  findings: StoredFinding[],
): CaseFileInfo {
  return {
    id: caseFile.id,
    product: settings.productName,
    version: settings.productVersion,
    madeBy: caseFile.madeBy,
    madeAt: new Date().toISOString(),
    zone: settings.businessZone,
    findings: findings.map((row, at) => ({
      number: at + 1,
      id: row.id,
      platform: platform.title,
      company: row.company_name,
      brand: String(row['brand']),
      address: String(row[platform.identity]),
    })),
  }
}

/** Writes a finding into the archive, and the input for drawing it into the drawing folder. */
async function writeDrawingInput(
  { context, renderer, folder }: { context: GatherContext; renderer: Renderer; folder: string },
  source: Parameters<typeof gather>[1],
): Promise<CaseFinding> {
  const name = join(folder, String(source.number).padStart(3, '0'))
  const finding = await gather(context, source, (bytes, which) =>
    renderer.shrink(bytes, which === 'found' ? `${name}.jpg` : `${name}-genuine.jpg`),
  )
  await writeFile(`${name}.json`, JSON.stringify(finding))
  return finding
}

async function publish(
  app: AppContext,
  caseFile: queries.CaseToBuild,
  { head, signature, stamps, warnings, zip, pdf }: BuiltFiles,
): Promise<void> {
  const base = `case-files/${caseFile.id}/${newId()}`
  const stored = { zip: { ...zip, key: `${base}.zip` }, pdf: { key: `${base}.pdf`, bytes: (await stat(pdf)).size } }
  await app.files.putFile(stored.zip.key, zip.path, 'application/zip')
  await app.files.putFile(stored.pdf.key, pdf, 'application/pdf')
  const published = inTransaction(app.pool, async ({ db }) => {
    await requireRequester(db, caseFile)
    if (!(await queries.markReady(db, caseFile.id, { head, signature, warnings, ...stored }))) return false
    await addStamps(db, caseFile.id, stamps)
    const actor = { userId: caseFile.userId, username: caseFile.madeBy }
    const { subject } = await loggedFindings(db, caseFile.findingIds)
    for (const companyId of caseFile.companyIds)
      await logDataChange(db, actor, {
        type: 'add',
        model: 'CaseFile',
        total: 1,
        subject,
        recordId: caseFile.id,
        companyId,
      })
    return true
  })
  const remove = async () => {
    for (const { key } of [stored.zip, stored.pdf]) await app.files.remove(key)
  }
  const isPublished = await published.catch(async (problem: unknown) => {
    if (problem instanceof CannotBuild) await remove()
    throw problem
  })
  if (!isPublished) await remove()
}

/** The file names who had it made: nobody gets one whose access ended meanwhile, and of several companies only an Admin. */
async function requireRequester(db: Db, { userId, companyIds }: queries.CaseToBuild): Promise<void> {
  const session = await staffSessionOf(db, userId)
  if (!session) throw new CannotBuild(messages.requesterGone)
  if (companyIds.length > 1 && !mayHaveSeveral(session)) throw new CannotBuild(messages.noLongerAdmin)
}
