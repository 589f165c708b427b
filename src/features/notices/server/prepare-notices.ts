import { inForceOn, type StoredDocument } from '#features/enforcement-config/server/stored-document.ts'
import { type Desk, wordingFor } from '#features/notices/rules.ts'
import type { Db } from '#kit/server/db.ts'
import type { FileStore } from '#kit/server/files.ts'
import type { StoredAttachment, TextAttachment } from '#kit/server/mail.ts'
import type { Day } from '#vocabulary/dates.ts'
import { groupKeyOf } from '#vocabulary/harm-texts.ts'
import { type CheckParams, checkNotices } from './check-notices.ts'
import { composeEmail, type EmailParams } from './compose-email.ts'
import { composeListEmail } from './compose-list-email.ts'
import { composeReport, type Sender } from './compose-report.ts'
import { desksOf, type Recipient } from './desk-of.ts'
import { type ExaminedCase, nameFor } from './examine.ts'
import { withMailPictures } from './mail-pictures.ts'
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
  /** The desk that it goes to, where that is known; else it is judged by the address. */
  recipient?: Recipient | undefined
  /** Whose address it is, as the person said who typed it. */
  deskKind?: 'registrar' | 'host' | undefined
  /** The recipient takes lists: up to so many findings go into one email. */
  perEmail?: number | undefined
}

/** The common parameters of notices that are prepared together. */
export type PrepareParams = CheckParams & { sender: Sender; files: FileStore }

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
  /** The desk that each notice goes to, by its record's id. */
  recipients: ReadonlyMap<string, Recipient>
  /** Stores the overrides of incomplete notices; call it after the records are written. */
  saveOverrides: (db: Db) => Promise<void>
}

/** Checks notices before they are sent, as `checkNotices` does, and returns the email of each with its XARF report. */
export async function prepareNotices(
  db: Db,
  params: PrepareParams,
  notices: readonly NoticeToPrepare[],
): Promise<PreparedNotices> {
  const { platform, sender, day, files } = params
  const judged = await desksOf(db, notices)
  const desks = new Map(
    notices.map(({ findingId, recipient }, n) => [findingId, recipient ? wordingFor[recipient.kind] : judged[n]!.desk]),
  )
  const checked = await checkNotices(
    db,
    params,
    notices.map(({ findingId, recordId }) => ({ findingId, recordId, desk: desks.get(findingId)! })),
  )
  const mailable = await withMailPictures(db, files, [...checked.cases.values()])
  const cases = new Map(mailable.map((one) => [one.id, one]))
  const emails = new Map<string, PreparedEmail>()
  const lists = new Map<string, NoticeToPrepare[]>()
  const shared = { platform, sender }
  for (const list of asLists(notices, (one) => ({ ...cases.get(one.findingId)!, desk: desks.get(one.findingId)! }))) {
    const listed = list.map((notice) => ({
      notice,
      finding: cases.get(notice.findingId)!,
      params: {
        ...notice,
        ...shared,
        attachments: notice.attachments.filter(inForceOn(day)),
        desk: desks.get(notice.findingId)!,
      },
    }))
    const [first, ...others] = list
    emails.set(first!.recordId, await (others.length === 0 ? emailOf(listed[0]!) : emailOfList(listed)))
    if (others.length > 0) lists.set(first!.recordId, others)
  }
  return {
    emails,
    lists,
    recipients: new Map(notices.map(({ recordId, recipient }, n) => [recordId, recipient ?? judged[n]!])),
    saveOverrides: checked.saveOverrides,
  }
}

type Prepared = { notice: NoticeToPrepare; finding: ExaminedCase; params: EmailParams }

async function emailOf({ notice, finding, params }: Prepared): Promise<PreparedEmail> {
  const report = await reportOf(finding, params, notice)
  const { subject, text, html, attachments } = composeEmail(finding, { ...params, hasReport: report !== undefined })
  return { subject, text, html, attachments: [...attachments, ...(report ? [report] : [])] }
}

/**
 * How many bytes of pictures one email may contain, each in its report and attached: 11 MB as base64, which mail servers
 * take. The others are described.
 */
const largestPictures = 4 * 1024 * 1024

async function emailOfList(listed: readonly Prepared[]): Promise<PreparedEmail> {
  const reports: TextAttachment[] = []
  const named = []
  const findings = withBoundedPictures(listed.map(({ finding }) => finding))
  for (const [n, { notice, params }] of listed.entries()) {
    const finding = findings[n]!
    const report = await reportOf(finding, params, notice)
    const reportName = report && `xarf-${n + 1}.json`
    if (report) reports.push({ ...report, fileName: reportName! })
    named.push({ finding, params, reportName })
  }
  const { subject, text, html, attachments } = composeListEmail(named)
  return { subject, text, html, attachments: [...attachments, ...reports] }
}

/**
 * The findings of one email, of which those whose pictures would make it too large state them by their hash; then the
 * genuine articles, each once, as far as there is room.
 */
export function withBoundedPictures(findings: readonly ExaminedCase[]): ExaminedCase[] {
  let bytes = 0
  const fits = (more: number) => {
    if (bytes + more > largestPictures) return false
    bytes += more
    return true
  }
  const bounded = findings.map((finding) => {
    const { picture } = finding
    return !picture || fits(picture.bytes) ? finding : { ...finding, picture: { ...picture, isDescribed: true } }
  })
  const articles = new Map(bounded.flatMap(({ genuine }) => (genuine ? [[genuine.key, genuine]] : [])))
  const shown = new Set([...articles.values()].filter((one) => fits(one.bytes)).map(({ key }) => key))
  return bounded.map((one) => (one.genuine && !shown.has(one.genuine.key) ? { ...one, genuine: null } : one))
}

/**
 * The notices of each email: those to one recipient who takes lists, of one brand, group of reasons and desk, in parts of
 * the size that it takes; every other by itself.
 */
function asLists(
  notices: readonly NoticeToPrepare[],
  factsOf: (one: NoticeToPrepare) => ExaminedCase & { desk: Desk },
): NoticeToPrepare[][] {
  const groups = Map.groupBy(notices, (one) => {
    if (!one.perEmail || one.perEmail < 2) return one.recordId
    const { companyId, brandId, reasonCode, desk } = factsOf(one)
    return JSON.stringify([one.abuseEmail.toLowerCase(), companyId, brandId, groupKeyOf(reasonCode), desk])
  })
  return [...groups.values()].flatMap((group) => {
    const size = group[0]!.perEmail ?? 1
    return Array.from({ length: Math.ceil(group.length / size) }, (_, n) => group.slice(n * size, (n + 1) * size))
  })
}

/** The XARF report of a notice; undefined where the finding has no address that a report can name. */
export async function reportOf(
  finding: ExaminedCase,
  { sender, desk }: Pick<EmailParams, 'sender' | 'desk'>,
  notice: Pick<NoticeToPrepare, 'recordId' | 'registrar' | 'ipAddress' | 'hosting'>,
): Promise<TextAttachment | undefined> {
  const placeholder = `picture-of-${notice.recordId}`
  const details = { ...notice, reportId: notice.recordId, domainName: nameFor(finding, desk) }
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
