import type { StoredDocument } from '#features/enforcement-config/server/stored-document.ts'
import { type Desk, finalLacks, type Lack } from '#features/notices/rules.ts'
import { messages } from '#features/notices/messages.ts'
import { type Scope } from '#features/findings/server/visible.ts'
import type { Db } from '#kit/server/db.ts'
import type { StoredAttachment, TextAttachment } from '#kit/server/mail.ts'
import { invalid } from '#kit/server/problem.ts'
import type { Session } from '#kit/server/session.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import type { Day } from '#vocabulary/dates.ts'
import { harmOf } from '#vocabulary/harm-kinds.ts'
import { composeEmail, type EmailParams } from './compose-email.ts'
import { composeListEmail } from './compose-list-email.ts'
import { composeReport, type Sender } from './compose-report.ts'
import { desksOf } from './desk-of.ts'
import { type ExaminedCase, examine, summary } from './examine.ts'
import { addOverrides } from './queries.ts'
import { reportProblem } from './xarf-schema.ts'

/** A notice about to be sent: the ids of finding and record, the recipient, the host details, and the text. */
export type NoticeToPrepare = {
  findingId: string
  recordId: string
  abuseEmail: string
  /** The reported page or domain. */
  address: string
  registrar: string | null
  ipAddress: string | null
  hosting: string | null
  date: Day
  /** The configured text with its placeholders, and the values of those that only this text has. */
  lines: readonly string[]
  more?: Readonly<Record<string, string>> | undefined
  attachments: readonly StoredDocument[]
  /** The first notice about the finding, in an email that follows it. */
  follows?: string | undefined
  /** Whose desk it goes to, where that is known; else it is judged by the address. */
  desk?: Desk | undefined
  /** The recipient takes lists: up to so many findings go into one email. */
  perEmail?: number | undefined
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

/** The content of a notice's email: its parts, with the machine-readable report as the last attachment. */
export type PreparedEmail = {
  subject: string
  text: string
  html: string
  attachments: (StoredAttachment | TextAttachment)[]
}

/** The result of preparing notices. */
export type PreparedNotices = {
  /** The email of a notice by its record's id; of notices in one email, by that of the first. */
  emails: ReadonlyMap<string, PreparedEmail>
  /** The other notices of an email about several findings, by the record's id of the first. */
  lists: ReadonlyMap<string, readonly NoticeToPrepare[]>
  /** Stores the overrides of incomplete notices; call it after the records are written. */
  saveOverrides: (db: Db) => Promise<void>
}

/**
 * The last check before notices are sent: 422 names what is missing, unless an Admin gave a reason to override; what is
 * no abuse cannot be overridden. Returns the email of each notice with its XARF report.
 */
export async function prepareNotices(
  db: Db,
  params: PrepareParams,
  notices: readonly NoticeToPrepare[],
): Promise<PreparedNotices> {
  const { platform, scope, session, override } = params
  const known = await desksOf(db, notices)
  const deskOf = new Map(notices.map((one, n) => [one.findingId, one.desk ?? known[n]!.desk]))
  const examined = await examine(
    db,
    platform,
    scope,
    notices.map((one) => one.findingId),
    deskOf,
  )
  refuseIncomplete(examined, override, session?.role === 'Admin')
  const cases = new Map(examined.map((one) => [one.id, one]))
  const emails = new Map<string, PreparedEmail>()
  const lists = new Map<string, NoticeToPrepare[]>()
  const shared = { platform, sender: params.sender }
  for (const list of asLists(notices, (one) => ({ ...cases.get(one.findingId)!, desk: deskOf.get(one.findingId)! }))) {
    const listed = list.map((notice) => ({
      notice,
      finding: cases.get(notice.findingId)!,
      params: { ...notice, ...shared, desk: deskOf.get(notice.findingId)! },
    }))
    const [first, ...others] = list
    emails.set(first!.recordId, await (others.length === 0 ? emailOf(listed[0]!) : emailOfList(listed)))
    if (others.length > 0) lists.set(first!.recordId, others)
  }
  const overridden = notices.flatMap(({ findingId, recordId }) => {
    const lacking: readonly Lack[] = cases.get(findingId)!.lacking
    return lacking.length === 0 ? [] : [{ enforcementId: recordId, missing: lacking }]
  })
  return {
    emails,
    lists,
    saveOverrides: async (transactionDb) => {
      if (overridden.length > 0)
        await addOverrides(transactionDb, { userId: session!.userId, reason: override! }, overridden)
    },
  }
}

type Prepared = { notice: NoticeToPrepare; finding: ExaminedCase; params: EmailParams }

async function emailOf({ notice, finding, params }: Prepared): Promise<PreparedEmail> {
  const report = await reportOf(finding, params.sender, notice)
  const { subject, text, html, attachments } = composeEmail(finding, params)
  return { subject, text, html, attachments: [...attachments, ...(report ? [report] : [])] }
}

/** How many bytes of pictures the reports of one email may contain together; the others are described. */
const largestPictures = 6 * 1024 * 1024

async function emailOfList(listed: readonly Prepared[]): Promise<PreparedEmail> {
  const reports: TextAttachment[] = []
  const named = []
  let bytes = 0
  for (const [n, { notice, finding, params }] of listed.entries()) {
    bytes += finding.picture?.bytes ?? 0
    const isWithin = bytes <= largestPictures
    if (!isWithin) bytes -= finding.picture?.bytes ?? 0
    const report = await reportOf(isWithin ? finding : withoutPayload(finding), params.sender, notice)
    const reportName = report && `xarf-${n + 1}.json`
    if (report) reports.push({ ...report, fileName: reportName! })
    named.push({ finding, params, reportName })
  }
  const { subject, text, html, attachments } = composeListEmail(named)
  return { subject, text, html, attachments: [...attachments, ...reports] }
}

/** The picture is stated by its hash, as one that is too large. */
const withoutPayload = (finding: ExaminedCase): ExaminedCase =>
  finding.picture ? { ...finding, picture: { ...finding.picture, isDescribed: true } } : finding

/**
 * The notices of each email: those to one recipient who takes lists, of one brand, kind of harm and desk, in parts of
 * the size that it takes; every other by itself.
 */
function asLists(
  notices: readonly NoticeToPrepare[],
  factsOf: (one: NoticeToPrepare) => ExaminedCase & { desk: Desk },
): NoticeToPrepare[][] {
  const groups = Map.groupBy(notices, (one) => {
    if (!one.perEmail || one.perEmail < 2) return one.recordId
    const { companyId, brandId, reasonCode, desk } = factsOf(one)
    return JSON.stringify([one.abuseEmail.toLowerCase(), companyId, brandId, harmOf(reasonCode), desk])
  })
  return [...groups.values()].flatMap((group) => {
    const size = group[0]!.perEmail ?? 1
    return Array.from({ length: Math.ceil(group.length / size) }, (_, n) => group.slice(n * size, (n + 1) * size))
  })
}

function refuseIncomplete(examined: readonly ExaminedCase[], override: string | undefined, isAdmin: boolean): void {
  const missing = summary(examined)
  const isFinal = missing.some(({ lack }) => finalLacks.includes(lack))
  if (missing.length === 0 || (override !== undefined && isAdmin && !isFinal)) return
  throw invalid({
    ...Object.fromEntries(missing.map(({ lack, message }) => [lack, message])),
    ...(override === undefined || isAdmin ? {} : { overrideReason: messages.onlyAdmin }),
  })
}

/** The XARF report of a notice; undefined where the finding has no address that a report can name. */
export async function reportOf(
  finding: ExaminedCase,
  sender: Sender,
  notice: Pick<NoticeToPrepare, 'recordId' | 'registrar' | 'ipAddress' | 'hosting'>,
): Promise<TextAttachment | undefined> {
  const placeholder = `picture-of-${notice.recordId}`
  const details = { ...notice, reportId: notice.recordId }
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
