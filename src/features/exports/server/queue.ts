import type { BulkRecord, DomainRecord, TakenOut } from '#features/exports/contract-schemas.ts'
import { messages } from '#features/exports/messages.ts'
import { allBrands } from '#features/exports/rules.ts'
import { type Page, pageOf } from '#kit/contract/page.ts'
import { logDataChange } from '#kit/server/audit.ts'
import type { Db } from '#kit/server/db.ts'
import { linksFor } from '#kit/server/files.ts'
import { cancelJob, removeJob, requeueJob } from '#kit/server/leased-queue.ts'
import { notFound, Problem } from '#kit/server/problem.ts'
import type { AppContext } from '#kit/server/serve.ts'
import type { Session } from '#kit/server/session.ts'
import { platformOf } from '#platforms/all.ts'
import { namesSubject, partsSubject } from '#vocabulary/data-log.ts'
import { showDay } from '#vocabulary/dates.ts'
import { exportQueue } from './export-queue.ts'
import { refuseTooMany } from './refuse-too-many.ts'
import * as queries from './queries.ts'

type Window = { page?: number | undefined; perPage?: number | undefined }

/** A page of the bulk downloads of all staff, newest first (S-310). */
export async function listBulk(db: Db, session: Session, window: Window): Promise<Page<BulkRecord>> {
  return readPage(db, { kind: 'bulk', window }, (one) => ({
    ...commonOf(one, session),
    DateCreated: one.createdAt,
    company: one.company ?? '',
    brand: one.allBrands ? allBrands : one.brands.join(', '),
    platform: one.platform,
    dateRange: `${showDay(one.startDate)} - ${showDay(one.endDate)}`,
    chosen: {
      company: one.companyId,
      brand: one.allBrands ? [allBrands] : one.brandIds,
      reasonCode: [...(one.choices.reasonCode ?? [])],
      seller: [...(one.choices.seller ?? [])],
      status: [...(one.choices.status ?? [])],
      actionDate: [...(one.choices.actionDate ?? [])],
    },
  }))
}

/** A page of the domain data downloads of all staff, newest first. */
export async function listDomains(db: Db, session: Session, window: Window): Promise<Page<DomainRecord>> {
  return readPage(db, { kind: 'domain', window }, (one) => ({
    ...commonOf(one, session),
    createdAt: one.createdAt,
    email: one.email,
  }))
}

async function readPage<Doc>(
  db: Db,
  { kind, window: { page = 1, perPage: size = 10 } }: { kind: 'bulk' | 'domain'; window: Window },
  docOf: (one: queries.ListedExport) => Doc,
): Promise<Page<Doc>> {
  const { found, total } = await queries.pageOfExports(db, kind, { size, offset: (page - 1) * size })
  return pageOf(found.map(docOf), page, size, total)
}

function commonOf(one: queries.ListedExport, session: Session) {
  const { id, status, done, numOfRecords, format, problem, files, isStored, startDate, endDate, username } = one
  return {
    id,
    _id: id,
    status,
    done,
    numOfRecords,
    format,
    problem,
    files,
    isStored,
    isOwn: mayChange(session, one.userId),
    startDate,
    endDate,
    username,
  }
}

/** Whether somebody may change a download or a repetition: its own user, or an Admin. */
export const mayChange = (session: Session, userId: string) => session.role === 'Admin' || session.userId === userId

/** The job, locked; 404 for an unknown id, 403 for somebody else's. */
async function ownExport(db: Db, session: Session, id: string): Promise<queries.LockedExport> {
  const found = await queries.lockExport(db, id)
  if (!found) throw notFound()
  if (!mayChange(session, found.userId)) throw new Problem(403, messages.notYours)
  return found
}

/** Removes a waiting job from its queue; 409 once it is being processed (G87). */
export async function deleteRecord(db: Db, session: Session, id: string): Promise<{ message: string }> {
  const found = await ownExport(db, session, id)
  if (found.state !== 'Pending') throw new Problem(409, messages.alreadyProcessing)
  await removeJob(db, exportQueue, id)
  return { message: messages.deleted }
}

/** Stops a running job; 409 when it does not run. What it has stored stays, so that a retry goes on there. */
export async function cancelRecord(db: Db, session: Session, id: string): Promise<{ message: string }> {
  await ownExport(db, session, id)
  if (!(await cancelJob(db, exportQueue, id, messages.cancelled(session.username))))
    throw new Problem(409, messages.notRunning)
  return { message: messages.cancelDone }
}

/** Queues a failed job again; 409 for any other. */
export async function retryRecord(db: Db, session: Session, id: string): Promise<{ message: string }> {
  const found = await ownExport(db, session, id)
  if (found.state !== 'Failed' || !found.isStored) throw new Problem(409, messages.notFailed)
  await refuseTooMany(db, found.userId, found.kind)
  await requeueJob(db, exportQueue, id)
  return { message: messages.retried }
}

/** Fresh links to the files of a finished job; the data log says who took them out. 409 before, 410 after them. */
export async function freshLinks(
  app: AppContext,
  db: Db,
  session: Session,
  { id, file }: { id: string; file?: string | undefined },
): Promise<{ files: { name: string; url: string }[] }> {
  const found = await ownExport(db, session, id)
  if (found.state !== 'Completed') throw new Problem(409, messages.notReady)
  if (!found.isStored) throw new Problem(410, messages.notStored)
  const files = (await queries.filesOf(db, id)).filter(({ name }) => file === undefined || name === file)
  if (files.length === 0) throw notFound()
  await logExport(db, session, { job: (await queries.exportOf(db, id))!, files, again: true })
  const { bucket } = app.files
  const linkTo = linksFor(app.settings.signingSecret, session)
  return { files: files.map(({ name, key }) => ({ name, url: linkTo(bucket, key) })) }
}

/** Writes into the data log that somebody took findings out, and which. */
export async function logExport(
  db: Db,
  actor: { userId: string; username: string },
  { job, files, again }: { job: queries.NewExport; files: readonly { name: string; rows: number }[]; again: boolean },
): Promise<void> {
  const { companyId, allBrands: isAll, startDate, endDate, choices, domains, format } = job
  const brands = companyId === null ? [] : await queries.brandsOf(db, companyId, job.brandIds)
  const detail: TakenOut = {
    brands: brands.map(({ name }) => name),
    allBrands: isAll,
    startDate,
    endDate,
    choices: choices as TakenOut['choices'],
    domains: domains.length,
    format,
    files: files.map(({ name }) => name),
    again,
  }
  const platform = platformOf(job.platform)!
  await logDataChange(db, actor, {
    type: 'export',
    model: platform.model,
    total: files.reduce((sum, { rows }) => sum + rows, 0),
    subject: partsSubject(platform.title, namesSubject(detail.brands), namesSubject(detail.files)),
    companyId: companyId ?? undefined,
    detail,
  })
}
