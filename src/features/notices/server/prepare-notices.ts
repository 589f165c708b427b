import type { Lack } from '#features/notices/rules.ts'
import { messages } from '#features/notices/messages.ts'
import { type Scope } from '#features/findings/server/visible.ts'
import type { Db } from '#kit/server/db.ts'
import type { TextAttachment } from '#kit/server/mail.ts'
import { invalid } from '#kit/server/problem.ts'
import type { Session } from '#kit/server/session.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { composeReport, type Sender } from './compose-report.ts'
import { type ExaminedCase, examine, summary } from './examine.ts'
import { addOverrides } from './queries.ts'
import { reportProblem } from './xarf-schema.ts'

/** A notice about to be sent: the ids of finding and record, and the host details. */
export type NoticeToPrepare = {
  findingId: string
  recordId: string
  registrar: string | null
  ipAddress: string | null
  hosting: string | null
}

/** The common parameters of notices that are prepared together. */
export type PrepareParams = {
  platform: FindingPlatformDefinition
  scope: Scope
  /** Who sends; undefined when Brandkeep sends automatically, which never overrides. */
  session: Pick<Session, 'userId' | 'role'> | undefined
  sender: Sender
  override: string | undefined
}

/** The result of preparing notices. */
export type PreparedNotices = {
  /** The report of a notice by its record's id. */
  reports: ReadonlyMap<string, TextAttachment>
  /** Stores the overrides of incomplete notices; call it after the records are written. */
  saveOverrides: (db: Db) => Promise<void>
}

/**
 * The last check before notices are sent: 422 names what is missing, unless an Admin gave a reason to override. Returns
 * the XARF report of each notice.
 */
export async function prepareNotices(
  db: Db,
  params: PrepareParams,
  notices: readonly NoticeToPrepare[],
): Promise<PreparedNotices> {
  const { platform, scope, session, override } = params
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
  const reports = new Map<string, TextAttachment>()
  for (const notice of notices) {
    const report = await reportOf(cases.get(notice.findingId)!, params.sender, notice)
    if (report) reports.set(notice.recordId, report)
  }
  const overridden = notices.flatMap(({ findingId, recordId }) => {
    const lacking: readonly Lack[] = cases.get(findingId)!.lacking
    return lacking.length === 0 ? [] : [{ enforcementId: recordId, missing: lacking }]
  })
  return {
    reports,
    saveOverrides: async (transactionDb) => {
      if (overridden.length > 0)
        await addOverrides(transactionDb, { userId: session!.userId, reason: override! }, overridden)
    },
  }
}

async function reportOf(
  finding: ExaminedCase,
  sender: Sender,
  notice: NoticeToPrepare,
): Promise<TextAttachment | undefined> {
  const placeholder = `picture-of-${notice.recordId}`
  const details = { ...notice, reportId: notice.recordId, at: new Date().toISOString() }
  const report = composeReport(finding, sender, details, placeholder)
  if (!report) return undefined
  const problem = await reportProblem(report)
  if (problem) throw new Error(`The report on finding ${finding.id} is not valid: ${problem}`)
  const { picture } = finding
  const text = JSON.stringify(report, null, 2)
  return {
    fileName: 'xarf.json',
    text,
    // A picture too large for the report is only described in it, and is not read when the email is sent.
    ...(picture && text.includes(placeholder) ? { filledWith: { placeholder, key: picture.key } } : {}),
  }
}
