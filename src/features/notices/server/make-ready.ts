import type { Lack } from '#features/notices/messages.ts'
import { messages } from '#features/notices/messages.ts'
import { type Scope } from '#features/findings/server/visible.ts'
import type { Db } from '#kit/server/db.ts'
import type { WrittenAttachment } from '#kit/server/mail.ts'
import { invalid } from '#kit/server/problem.ts'
import type { Session } from '#kit/server/session.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { composeReport, type Sender } from './compose-report.ts'
import { type Examined, examine, summary } from './examine.ts'
import { addOverrides } from './queries.ts'
import { reportProblem } from './xarf-schema.ts'

/** Notices about to be posted: their records' ids, and where each finding is. */
export type Prepared = {
  findingId: string
  recordId: string
  registrar: string | null
  ipAddress: string | null
  hosting: string | null
}

export type Asking = {
  platform: FindingPlatformDefinition
  scope: Scope
  /** Who sends; nobody when the house does so by itself, which overrides nothing. */
  session: Pick<Session, 'userId' | 'role'> | undefined
  sender: Sender
  override: string | undefined
}

export type Ready = {
  /** The report of a notice by its record's id. */
  reports: ReadonlyMap<string, WrittenAttachment>
  /** Writes down, once the records are there, who sent what although something was missing. */
  keepOverrides: (db: Db) => Promise<void>
}

/**
 * The last look before notices leave: 422 names what is missing, unless an Admin said why they go all the same. Answers
 * each notice's XARF report.
 */
export async function makeReady(db: Db, asking: Asking, notices: readonly Prepared[]): Promise<Ready> {
  const { platform, scope, session, override } = asking
  const examined = await examine(
    db,
    platform,
    scope,
    notices.map((one) => one.findingId),
  )
  const missing = summary(examined)
  const isAllowed = override !== undefined && session?.role === 'Admin'
  if (missing.length > 0 && !isAllowed)
    throw invalid({
      ...Object.fromEntries(missing.map(({ lack, message }) => [lack, message])),
      ...(override === undefined ? {} : { overrideReason: messages.onlyAdmin }),
    })
  const cases = new Map(examined.map((one) => [one.id, one]))
  const reports = new Map<string, WrittenAttachment>()
  for (const notice of notices) {
    const report = await reportOf(cases.get(notice.findingId)!, asking.sender, notice)
    if (report) reports.set(notice.recordId, report)
  }
  const overridden = notices.flatMap(({ findingId, recordId }) => {
    const lacking: readonly Lack[] = cases.get(findingId)!.lacking
    return lacking.length === 0 ? [] : [{ enforcementId: recordId, missing: lacking }]
  })
  return {
    reports,
    keepOverrides: async (then) => {
      if (overridden.length > 0) await addOverrides(then, { userId: session!.userId, reason: override! }, overridden)
    },
  }
}

async function reportOf(of: Examined, sender: Sender, notice: Prepared): Promise<WrittenAttachment | undefined> {
  const mark = `picture-of-${notice.recordId}`
  const told = { ...notice, reportId: notice.recordId, at: new Date().toISOString() }
  const report = composeReport(of, sender, told, mark)
  if (!report) return undefined
  const problem = await reportProblem(report)
  if (problem) throw new Error(`The report on finding ${of.id} is not valid: ${problem}`)
  const { picture } = of
  const text = JSON.stringify(report, null, 2)
  return {
    fileName: 'xarf.json',
    text,
    // One that is too large for a report is told of in words, and need not be read when the letter leaves.
    ...(picture && text.includes(mark) ? { filledWith: { mark, key: picture.key } } : {}),
  }
}
