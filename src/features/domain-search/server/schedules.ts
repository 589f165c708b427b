import type { domainSearch } from '#features/domain-search/contract.ts'
import { searchDomains } from '#features/domain-search/contract-jobs.ts'
import type { Run, Schedule } from '#features/domain-search/contract-schemas.ts'
import { messages } from '#features/domain-search/messages.ts'
import { dailyHour, maxKeywords } from '#features/domain-search/rules.ts'
import { requireBrand } from '#features/staging-rows/server/require-brand.ts'
import type { HandlerInput } from '#kit/contract/endpoint.ts'
import type { Page } from '#kit/contract/page.ts'
import { logDataChange } from '#kit/server/audit.ts'
import { changedFields } from '#kit/server/changed-fields.ts'
import type { Db } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { enqueue } from '#kit/server/jobs.ts'
import { invalid, notFound, Problem } from '#kit/server/problem.ts'
import type { Session } from '#kit/server/session.ts'
import { platformOf } from '#platforms/all.ts'
import { namesSubject, partsSubject } from '#vocabulary/data-log.ts'
import { today } from '#vocabulary/dates.ts'
import * as queries from './schedule-queries.ts'

/** The business day to which a moment belongs for runs, which begin at 02:00: before that it is the day before. */
export const searchDay = (zone: string, now = new Date()): string =>
  today(zone, new Date(now.getTime() - dailyHour * 3_600_000))

type Window = { page?: number | undefined; perPage?: number | undefined }

/**
 * Saves a schedule and starts its first run; for a brand that has one, adds the keywords (G95). Throws 422 for a company
 * or brand that cannot be chosen and for more than 500 keywords.
 */
export async function saveSchedule(
  db: Db,
  session: Session,
  { company, brand, keywords, zone }: HandlerInput<typeof domainSearch.save> & { zone: string },
): Promise<{ message: string; id: string; added: number }> {
  const { name } = await requireDomainBrand(db, { companyId: company, brandId: brand })
  const saved = await queries.saveSchedule(db, {
    id: newId(),
    companyId: company,
    brandId: brand,
    keywords,
    userId: session.userId,
  })
  if (saved.now > maxKeywords) throw invalid({ keywords: messages.tooManyKeywords })
  await logDataChange(db, session, {
    type: saved.before === 0 ? 'add' : 'update',
    model: 'DomainSearch',
    total: 1,
    subject: partsSubject(name, namesSubject(keywords)),
    recordId: saved.id,
    companyId: company,
    changes:
      saved.before === 0
        ? []
        : changedFields({ keywords: messages.keywords }, { keywords: saved.before }, { keywords: saved.now }),
  })
  await startRuns(db, [saved.id], { userId: session.userId, zone, isForNew: true })
  return { message: messages.saved, id: saved.id, added: saved.now - saved.before }
}

/**
 * Removes a keyword from a schedule: its names are no longer made, and those of feeds that were not looked up yet are
 * dropped. What was found stays. Throws 404 when the schedule has no such keyword, 409 for its only one.
 */
export async function removeKeyword(
  db: Db,
  session: Session,
  { id, keyword }: HandlerInput<typeof domainSearch.removeKeyword>,
): Promise<{ message: string }> {
  const found = await queries.lockSchedule(db, id)
  if (!found?.keywords.includes(keyword)) throw notFound()
  const before = found.keywords.length
  if (before === 1) throw new Problem(409, messages.onlyKeyword)
  await queries.removeKeyword(db, { id, brandId: found.brandId, keyword })
  await logDataChange(db, session, {
    type: 'update',
    model: 'DomainSearch',
    total: 1,
    subject: partsSubject(found.brand, namesSubject([keyword])),
    recordId: id,
    companyId: found.companyId,
    changes: changedFields({ keywords: messages.keywords }, { keywords: before }, { keywords: before - 1 }),
  })
  return { message: messages.keywordRemoved(keyword) }
}

/** The schedules of all brands (S-241). */
export async function listSchedules(db: Db, window: Window & { search?: string | undefined }): Promise<Page<Schedule>> {
  const page = await queries.pageOfSchedules(db, window)
  return { ...page, docs: page.docs.map((doc) => ({ ...doc, _id: doc.id })) }
}

/** The runs of a schedule; 404 when there is none. */
export async function listRuns(db: Db, { id, ...window }: Window & { id: string }): Promise<Page<Run>> {
  if (!(await queries.scheduleExists(db, id))) throw notFound()
  return queries.pageOfRuns(db, id, window)
}

/** Starts a run now; 409 while one is not finished. */
export async function startRun(
  db: Db,
  session: Session,
  { id, zone }: { id: string; zone: string },
): Promise<{ message: string }> {
  if (!(await queries.scheduleExists(db, id))) throw notFound()
  if (!(await startRuns(db, [id], { userId: session.userId, zone, isForNew: false })))
    throw new Problem(409, messages.alreadyRunning)
  return { message: messages.started }
}

/** Stops a run; 409 when it is finished. */
export async function stopRun(db: Db, session: Session, id: string): Promise<{ message: string }> {
  if (await queries.stopRun(db, id, messages.stopped(session.username))) return { message: messages.stopDone }
  throw (await queries.runExists(db, id)) ? new Problem(409, messages.notRunning) : notFound()
}

/**
 * Starts a run of each schedule that has none under way; false where all of them have. With `isForNew` there are new names
 * or keywords: one that is running is followed by another.
 */
export async function startRuns(
  db: Db,
  scheduleIds: readonly string[],
  { zone, ...of }: { userId: string; zone: string; isForNew: boolean },
): Promise<boolean> {
  let isAdded = false
  for (const scheduleId of scheduleIds)
    if (await queries.addRun(db, { id: newId(), scheduleId, ...of, day: searchDay(zone) })) isAdded = true
  if (isAdded) await enqueue(db, searchDomains, {})
  return isAdded
}

/** Throws 422 unless findings of the platform Domain can be saved for the brand; there is no field for the platform. */
async function requireDomainBrand(db: Db, choice: { companyId: string; brandId: string }): Promise<{ name: string }> {
  try {
    return await requireBrand(db, choice, platformOf('domain')!)
  } catch (problem) {
    if (problem instanceof Problem && problem.fields?.['platform']) throw invalid({ brand: problem.fields['platform'] })
    throw problem
  }
}
