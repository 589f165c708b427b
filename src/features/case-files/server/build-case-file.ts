import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { messages } from '#features/case-files/messages.ts'
import { buildCaseFile } from '#features/case-files/contract.ts'
import { type StoredFinding, storedFindings } from '#features/findings/server/stored-findings.ts'
import { recordData } from '#kit/server/audit.ts'
import { inTransaction } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { platformOf } from '#platforms/all.ts'
import type { Platform } from '#platforms/platform.ts'
import { type Drawer, openDrawer } from './draw-apart.ts'
import { type CaseFinding, type GatherContext, gather, warningsOf } from './gather.ts'
import { type About, howToCheck, manifestName, manifestOf, manifestText } from './manifest.ts'
import * as queries from './queries.ts'
import { TooLarge, writeZip } from './write-zip.ts'

/** The file can never be built; the message is shown to the user. */
class CannotBeMade extends Error {}

/**
 * The job: builds one case file and publishes it when it is complete. Removes the leftovers of a killed try first. Of
 * two concurrent tries one publishes its file, and the other removes its objects.
 */
export async function makeCaseFile(app: AppContext, caseFileId: string): Promise<void> {
  const of = await queries.beginTry(app.db, caseFileId)
  if (!of) return
  await dropLeftOvers(caseFileId)
  const folder = await mkdtemp(join(tmpdir(), folderName(caseFileId)))
  try {
    await offer(app, of, await make(app, of, folder))
  } catch (problem) {
    if (problem instanceof CannotBeMade) return await queries.markFailed(app.db, of.id, problem.message)
    if (problem instanceof TooLarge) return await queries.markFailed(app.db, of.id, messages.tooLarge)
    if (of.tries >= buildCaseFile.tries) await queries.markFailed(app.db, of.id, messages.notMade)
    throw problem
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const folderName = (id: string): string => `brandkeep-case-${id}-`

async function dropLeftOvers(id: string): Promise<void> {
  const left = (await readdir(tmpdir())).filter((name) => name.startsWith(folderName(id)))
  for (const name of left) await rm(join(tmpdir(), name), { recursive: true, force: true })
}

type Made = { head: string; warnings: string[]; zip: { path: string; bytes: number; sha256: string }; pdf: string }

async function make(app: AppContext, of: queries.CaseToBuild, folder: string): Promise<Made> {
  const { db, files, settings } = app
  const platform = platformOf(of.platform)!
  const findings = await findingsOf(app, platform, of)
  const drawn = join(folder, 'drawn')
  await mkdir(drawn)
  const path = join(folder, 'case.zip')
  const zip = await writeZip(path)
  const drawer = openDrawer()
  try {
    const context: GatherContext = { db, files, zip, zone: settings.businessZone, documents: new Map(), listed: [] }
    const about = aboutOf(app, of, platform, findings)
    const warnings: string[] = []
    context.listed.push(await zip.add('README.txt', Buffer.from(howToCheck)))
    for (const [at, row] of findings.entries()) {
      const finding = await drawable({ context, drawer, folder: drawn }, { platform, row, number: at + 1 })
      warnings.push(...warningsOf(finding))
      await queries.noteProgress(db, of.id, at + 1)
    }
    const pdf = join(folder, 'file.pdf')
    await drawer.draw({ folder: drawn, out: pdf, about, warnings })
    context.listed.push(await zip.add('file.pdf', { path: pdf }))
    const manifest = manifestOf(about, context.listed)
    await zip.add(manifestName, Buffer.from(manifestText(manifest)))
    return { head: manifest.head, warnings, zip: { path, ...(await zip.end()) }, pdf }
  } finally {
    drawer.close()
    await zip.close()
  }
}

/** The findings in the requested order; fails when one is gone. Access was checked on request. */
async function findingsOf({ db }: AppContext, platform: Platform, of: queries.CaseToBuild): Promise<StoredFinding[]> {
  const scope = { platform: platform.value, companyIds: of.companyIds, brandIds: undefined }
  const found = await storedFindings(db, platform, scope, of.findingIds)
  if (!found) throw new CannotBeMade(messages.findingGone)
  return found
}

function aboutOf(
  { settings }: AppContext,
  of: queries.CaseToBuild,
  platform: Platform,
  findings: StoredFinding[],
): About {
  return {
    id: of.id,
    product: settings.productName,
    version: settings.productVersion,
    madeBy: of.madeBy,
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
async function drawable(
  { context, drawer, folder }: { context: GatherContext; drawer: Drawer; folder: string },
  of: Parameters<typeof gather>[1],
): Promise<CaseFinding> {
  const name = join(folder, String(of.number).padStart(3, '0'))
  const finding = await gather(context, of, (bytes) => drawer.shrink(bytes, `${name}.jpg`))
  await writeFile(`${name}.json`, JSON.stringify(finding))
  return finding
}

async function offer(app: AppContext, of: queries.CaseToBuild, { head, warnings, zip, pdf }: Made): Promise<void> {
  const base = `case-files/${of.id}/${newId()}`
  const stored = { zip: { ...zip, key: `${base}.zip` }, pdf: { key: `${base}.pdf`, bytes: (await stat(pdf)).size } }
  await app.files.putFile(stored.zip.key, zip.path, 'application/zip')
  await app.files.putFile(stored.pdf.key, pdf, 'application/pdf')
  const isOffered = await inTransaction(app.pool, async ({ db }) => {
    if (!(await queries.markReady(db, of.id, { head, warnings, ...stored }))) return false
    const actor = { userId: of.userId, username: of.madeBy }
    for (const companyId of of.companyIds)
      await recordData(db, actor, { type: 'add', model: 'CaseFile', total: 1, companyId })
    return true
  })
  if (!isOffered) for (const { key } of [stored.zip, stored.pdf]) await app.files.remove(key)
}
