import { pictureChanges } from '#features/editing/messages.ts'
import { addEvidence, type EvidenceFile, putEvidence } from '#features/files/server/stored-evidence.ts'
import { messages } from '#features/page-pictures/messages.ts'
import { plainLine } from '#features/domain-search/server/see-page.ts'
import { namesProtocol, pageAddress } from '#features/scrapers/server/page-address.ts'
import { openPageBrowsers, stateOf } from '#features/scrapers/server/page-browsers.ts'
import { RowRefused } from '#features/tool-jobs/server/tool-runner.ts'
import { BrowserError, type PageVisit } from '#kit/server/browser/types.ts'
import { inTransaction } from '#kit/server/db.ts'
import { JobRefused } from '#kit/server/run-queue.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { platformOf } from '#platforms/all.ts'
import { reportedHost } from '#vocabulary/addresses.ts'
import { truncate } from '#vocabulary/truncate.ts'
import { givePicture, waitMinutes } from './picture-calls.ts'
import * as queries from './queries.ts'

type App = Pick<AppContext, 'db' | 'pool' | 'files' | 'browser' | 'politeness'>

const longestTitle = 300
const longestAddress = 2048

/**
 * The job: opens the page of a finding in a browser and stores its picture and the page (WACZ). The finding gets the picture
 * unless it has got another one meanwhile. A page that is gone or cannot be opened ends the request with its reason.
 */
export async function takePicture(app: App, request: { companyId: string; id: string }): Promise<void> {
  const waiting = await queries.waitingRequest(app.db, request)
  if (!waiting) return
  const platform = platformOf(waiting.platform)!
  const address = (await queries.pageOf(app.db, platform, waiting)) ?? ''
  let visit: PageVisit
  try {
    visit = await see(app, address)
  } catch (problem) {
    const reason = refusalOf(problem)
    if (reason === undefined) throw problem
    return queries.saveFailure(app.db, request, reason)
  }
  const files = await storeFiles(app, visit, reportedHost({ url: visit.address, domain: null }) || 'page')
  const { bucket } = app.files
  const isSaved = await inTransaction(app.pool, async ({ db }) => {
    if (!(await queries.waitingRequest(db, { ...request, isLocked: true }))) return false
    await addEvidence(db, { bucket, files: Object.values(files), uploadedBy: waiting.userId })
    await queries.saveTaken(db, request, {
      takenAt: visit.takenAt,
      address: visit.address,
      finalAddress: truncate(visit.finalAddress, longestAddress),
      title: truncate(plainLine(visit.title), longestTitle),
      status: visit.status,
      imageKey: files.picture.key,
      archiveKey: files.archive?.key ?? null,
    })
    const picture = { name: files.picture.name, bucket, key: files.picture.key }
    await givePicture(db, waiting, { platform, actor: waiting, picture, change: pictureChanges.taken })
    return true
  })
  if (!isSaved) for (const { key } of Object.values(files)) await app.files.remove(key)
}

/** Opens the page; rejects with what `refusalOf` puts into words where there is none to see. */
async function see(app: App, address: string): Promise<PageVisit> {
  const page = pageAddress(address)
  if (page === undefined) throw new RowRefused(messages.noPage)
  const signal = AbortSignal.timeout(waitMinutes * 60_000)
  const browsers = openPageBrowsers(app, { signal, archive: true }, { robots: false })
  try {
    const visit = await browsers.visit(page, signal, { orHttp: !namesProtocol(address) })
    const state = stateOf(visit)
    if (state.isGone) throw new RowRefused(state.reason)
    return visit
  } finally {
    await browsers.close()
  }
}

/** Why there is no picture, as a sentence; undefined for what is no answer of the page or the browser. */
function refusalOf(problem: unknown): string | undefined {
  if (problem instanceof RowRefused || problem instanceof JobRefused || problem instanceof BrowserError)
    return problem.message
  return (problem as Error).name === 'TimeoutError' ? messages.notTaken : undefined
}

type PageFiles = { picture: EvidenceFile; archive?: EvidenceFile }

async function storeFiles({ files }: App, { picture, archive }: PageVisit, name: string): Promise<PageFiles> {
  const stored = await putEvidence(files, { name: `${name}.png`, bytes: picture, ...png })
  return archive && archive.length > 0
    ? { picture: stored, archive: await putEvidence(files, { name: `${name}.wacz`, bytes: archive, ...wacz }) }
    : { picture: stored }
}

const png = { extension: 'png', mediaType: 'image/png' } as const
const wacz = { extension: 'wacz', mediaType: 'application/wacz' } as const
