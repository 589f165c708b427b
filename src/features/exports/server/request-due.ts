import { messages } from '#features/exports/messages.ts'
import { allBrands, type ExportRhythm, exportRhythms } from '#features/exports/rules.ts'
import { lastPeriod } from '#features/reports/server/periods.ts'
import { staffSessionOf } from '#features/sessions/server/session-of.ts'
import { inTransaction } from '#kit/server/db.ts'
import { Problem } from '#kit/server/problem.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { platformOf } from '#platforms/all.ts'
import { type Day, type DayRange, daysAfter, today } from '#vocabulary/dates.ts'
import { type BulkInput, requestBulk } from './bulk-request.ts'
import * as queries from './schedule-queries.ts'

/**
 * Requests every repeating download for the period that has just ended, once. Earlier periods are skipped. One that
 * cannot be requested, for example without findings, says why on the screen and goes on with the next period. One that
 * fails is requested again by the next run and does not block others. Throws an AggregateError when some failed.
 */
export async function requestDue(app: AppContext, now: Date): Promise<void> {
  const { businessZone: zone } = app.settings
  const failures: unknown[] = []
  for (const rhythm of exportRhythms) {
    const period = periodOf(rhythm, today(zone, now))
    for (const due of await queries.schedulesDue(app.db, rhythm, { end: period.endDate, zone }))
      try {
        await requestOne(app, due, period)
      } catch (failure) {
        failures.push(failure)
      }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} repeating downloads failed`)
}

/** The period of a rhythm that ended before `day`. */
export const periodOf = (rhythm: ExportRhythm, day: Day): DayRange => {
  const yesterday = daysAfter(day, -1)
  return rhythm === 'daily' ? { startDate: yesterday, endDate: yesterday } : lastPeriod(rhythm, day)
}

async function requestOne(app: AppContext, due: queries.DueSchedule, period: DayRange): Promise<void> {
  const { choices } = due
  const input: BulkInput & Pick<queries.NewSchedule, 'format'> = {
    company: due.companyId,
    brand: due.allBrands ? [allBrands] : [...due.brandIds],
    platform: platformOf(due.platform)!,
    format: due.format,
    reasonCode: [...(choices.reasonCode ?? [])],
    seller: [...(choices.seller ?? [])],
    status: [...(choices.status ?? [])],
    actionDate: [...(choices.actionDate ?? [])],
    ...period,
  }
  const problem = await inTransaction(app.pool, async ({ db }) => {
    if (!(await queries.claimPeriod(db, due.id, period.endDate))) return undefined
    const session = await staffSessionOf(db, due.userId)
    if (!session) return messages.requesterGone
    try {
      await requestBulk(db, session, input)
      return undefined
    } catch (refused) {
      // Nothing was written yet when a request is refused.
      if (refused instanceof Problem) return refused.message
      throw refused
    }
  })
  if (problem !== undefined) await queries.noteProblem(app.db, due.id, problem)
}
