import { evidence, emailTexts } from '#features/case-files/messages.ts'
import type { StoredFinding } from '#features/findings/server/stored-findings.ts'
import { genuineArticles } from '#features/notices/server/genuine-article.ts'
import type { StoredAttachment, TextAttachment } from '#kit/server/mail.ts'
import type { Platform } from '#platforms/platform.ts'
import { purchaseLine, testPurchases } from '#features/notices/server/test-purchase.ts'
import { type CaseEvent, eventsOf } from './events.ts'
import {
  add,
  addJson,
  checked,
  type EvidenceFile,
  extensionOf,
  type GatherContext,
  storedObject,
} from './gather-files.ts'
import { type CaseMessage, gatherMessages } from './gather-messages.ts'
import * as queries from './queries.ts'
import { recordOfFile, type SeenPage, seenPagesOf } from './stored-queries.ts'

/** An enforcement record with the email of its notice and the replies, as written into the archive. */
export type CaseNotice = {
  record: queries.CaseRecord
  /** The stored copy of the sent email, checked; null where there is none. */
  email: EvidenceFile | null
  /** Its header lines; those of the outbox where no sent copy was stored. */
  headers: string
  attachments: EvidenceFile[]
  /** The originals of the replies; null for one that was received before originals were stored. */
  answers: (EvidenceFile | null)[]
}

export type SeenPageFiles = Omit<SeenPage, 'imageKey' | 'archiveKey'> & {
  picture: EvidenceFile | null
  archive: EvidenceFile | null
}

/** Everything the case file contains about one finding; input of the PDF. */
export type CaseFinding = {
  number: number
  id: string
  address: string
  company: string
  legalName: string | null
  brand: string
  platform: string
  /** Every column of the platform with a value, in the order of the definition. */
  fields: { name: string; label: string; kind: string; value: string | number | boolean }[]
  picture: EvidenceFile | null
  /** Of a counterfeit: the genuine article, with the name that it was given. */
  genuine: (EvidenceFile & { label: string }) | null
  /** Of a counterfeit: the test purchase that proves it. */
  purchase: string | null
  /** The page as a browser saw it: the archive (WACZ), and the picture unless it is that of the finding. */
  pages: SeenPageFiles[]
  /** Emails and text messages that led people to the page. */
  messages: CaseMessage[]
  notices: CaseNotice[]
  events: CaseEvent[]
}

/** Takes a picture that the PDF shows: that of the finding, or that of the genuine article. */
type OnPicture = (bytes: Buffer, which: 'found' | 'genuine') => Promise<void>

/** The folder of a finding in the archive. */
export const folderOf = (number: number): string => `findings/${String(number).padStart(3, '0')}`

/**
 * Writes everything about one finding into the archive and returns what was written. Only one stored object is in
 * memory at a time; `onPicture` gets the evidence picture, and that of the genuine article, while it is.
 */
export async function gather(
  context: GatherContext,
  { platform, row, number }: { platform: Platform; row: StoredFinding; number: number },
  onPicture: OnPicture,
): Promise<CaseFinding> {
  const findingKey = { companyId: row.company_id, findingId: row.id }
  const folder = folderOf(number)
  const facts = await queries.factsOf(context.db, findingKey)
  const records = await queries.enforcementOf(context.db, findingKey)
  const history = {
    facts,
    records,
    changes: await queries.statusChanges(context.db, findingKey, context.product),
    comments: await queries.commentsOn(context.db, findingKey),
    visits: await queries.visitsOf(context.db, findingKey),
  }
  const events = eventsOf(history, context.zone)
  const summary = {
    number,
    id: row.id,
    address: String(row[platform.identity]),
    company: row.company_name,
    legalName: facts.legalName,
    brand: String(row['brand']),
    platform: platform.title,
    fields: fieldsOf(platform, row),
  }
  const picture = await pictureOf(context, folder, row, onPicture)
  const genuine = await genuineOf(context, folder, row, onPicture)
  const purchase = await purchaseOf(context.db, row, summary)
  const pages = await pagesOf(context, folder, { findingKey, row })
  const messages = await gatherMessages(context, folder, findingKey)
  await addJson(context, `${folder}/finding.json`, { ...summary, picture, genuine, purchase, pages, messages })
  const notices: CaseNotice[] = []
  for (const [at, record] of records.entries())
    notices.push(await noticeOf(context, `${folder}/enforcement/${String(at + 1).padStart(2, '0')}`, record))
  if (history.visits.length > 0) await addJson(context, `${folder}/visits.json`, history.visits)
  await addJson(context, `${folder}/history.json`, events)
  return { ...summary, picture, genuine, purchase, pages, messages, notices, events }
}

async function pagesOf(
  context: GatherContext,
  folder: string,
  { findingKey, row }: { findingKey: queries.FindingKey; row: StoredFinding },
): Promise<SeenPageFiles[]> {
  const seen = await seenPagesOf(context.db, findingKey)
  const pages: SeenPageFiles[] = []
  for (const [at, { imageKey, archiveKey, ...visit }] of seen.entries()) {
    const base = `${folder}/page/${String(at + 1).padStart(2, '0')}`
    const isOwnPicture = imageKey === row.image_key
    pages.push({
      ...visit,
      picture: imageKey === null || isOwnPicture ? null : await storedObject(context, base, imageKey),
      archive: archiveKey === null ? null : await storedObject(context, base, archiveKey),
    })
  }
  return pages
}

function fieldsOf(platform: Platform, row: StoredFinding): CaseFinding['fields'] {
  return Object.entries(platform.columns).flatMap(([name, { label, kind }]) => {
    const value = row[name]
    const isThere = typeof value === 'string' ? value !== '' : typeof value === 'number' || typeof value === 'boolean'
    return isThere ? [{ name, label, kind, value: value as string | number | boolean }] : []
  })
}

async function pictureOf(
  context: GatherContext,
  folder: string,
  { image, image_bucket: bucket, image_key: key }: StoredFinding,
  onPicture: OnPicture,
): Promise<EvidenceFile | null> {
  if (!bucket || !key) return image ? { file: null, name: image, sha256: null, verdict: 'outside' } : null
  const record = await recordOfFile(context.db, bucket, key)
  const name = record?.name ?? image ?? key
  const content = await context.files.read(key)
  if (!content) return { file: null, name, sha256: null, verdict: 'missing' }
  const file = `${folder}/picture.${extensionOf(key)}`
  const { sha256 } = await add(context, file, content)
  await onPicture(content, 'found')
  return checked(context, { file, name, sha256 }, record)
}

/** The genuine article that the finding imitates, where it is a counterfeit and the brand has a picture of it. */
async function genuineOf(
  context: GatherContext,
  folder: string,
  row: StoredFinding,
  onPicture: OnPicture,
): Promise<CaseFinding['genuine']> {
  const finding = {
    id: row.id,
    brandId: row.brand_id,
    brand: String(row['brand']),
    reasonCode: textIn(row, 'reasonCode'),
    title: textIn(row, 'title') ?? textIn(row, 'heading') ?? textIn(row, 'appName'),
    reason: textIn(row, 'reason'),
  }
  const article = (await genuineArticles(context.db, [finding])).get(row.id)
  if (!article) return null
  const show = (bytes: Buffer) => onPicture(bytes, 'genuine')
  return { ...(await storedObject(context, `${folder}/genuine`, article.key, show)), label: article.label }
}

/** The test purchase that proves a counterfeit, in one line. */
async function purchaseOf(
  db: GatherContext['db'],
  row: StoredFinding,
  { address }: { address: string },
): Promise<string | null> {
  const finding = { id: row.id, url: address, reasonCode: textIn(row, 'reasonCode') }
  const purchase = (await testPurchases(db, [finding])).get(row.id)
  return purchase ? purchaseLine(purchase) : null
}

const textIn = (row: StoredFinding, name: string): string | null => (row[name] ? String(row[name]) : null)

async function noticeOf(context: GatherContext, base: string, record: queries.CaseRecord): Promise<CaseNotice> {
  const { mail } = record
  const attachments: EvidenceFile[] = []
  let email: EvidenceFile | null = null
  let headers = ''
  if (mail) {
    const stored = mail.storedKey === null ? undefined : await context.files.read(mail.storedKey)
    const sent = { ...mail, at: mail.sendingAt }
    email = await mailPiece(context, `${base}.eml`, sent, { name: emailTexts.stored, stored })
    headers = stored
      ? headerBlockOf(stored)
      : `To: ${mail.recipient}\nSubject: ${mail.subject}\n(${emailTexts.notStored})`
    for (const [at, one] of mail.attachments.entries())
      attachments.push(await attachmentOf(context, `${base}-${at + 1}`, one))
  }
  const answers: (EvidenceFile | null)[] = []
  for (const [at, one] of record.answers.entries()) {
    const stored = one.storedKey === null ? undefined : await context.files.read(one.storedKey)
    answers.push(await mailPiece(context, `${base}-answer-${at + 1}.eml`, one, { name: emailTexts.answer, stored }))
  }
  const summary = { ...record, mail: mail && withoutStorageKeys(mail), answers: record.answers.map(withoutKey) }
  await addJson(context, `${base}.json`, { ...summary, email, attachments, answersAsTheyCame: answers })
  return { record, email, headers, attachments, answers }
}

type StoredMail = { storedKey: string | null; storedSha256: string | null; at: string | null }

/** Writes the stored original of an email; null where none was stored. */
async function mailPiece(
  context: GatherContext,
  file: string,
  { storedKey, storedSha256, at }: StoredMail,
  { name, stored }: { name: string; stored: Buffer | undefined },
): Promise<EvidenceFile | null> {
  if (storedKey === null) return null
  if (!stored) return { file: null, name, sha256: null, verdict: 'missing' }
  const { sha256 } = await add(context, file, stored)
  return checked(context, { file, name, sha256 }, { sha256: storedSha256, at })
}

const withoutKey = (answer: queries.CaseAnswer): object => ({ ...answer, storedKey: undefined })

/** The email without internal storage keys. */
function withoutStorageKeys(mail: queries.CaseMail): object {
  return { ...mail, storedKey: undefined, attachments: mail.attachments.map(({ fileName }) => fileName) }
}

/** The header block of a raw email. */
function headerBlockOf(email: Buffer): string {
  const end = email.indexOf('\r\n\r\n')
  return email.toString('utf8', 0, end === -1 ? Math.min(email.length, 8192) : end)
}

/** Writes an attachment: a document once for the whole case file, a report once per notice. */
async function attachmentOf(
  context: GatherContext,
  base: string,
  attachment: StoredAttachment | TextAttachment,
): Promise<EvidenceFile> {
  if ('key' in attachment) {
    const known = context.documents.get(attachment.key)
    if (known) return known
    const content = await context.files.read(attachment.key)
    const piece = content
      ? await document(context, attachment, content)
      : { file: null, name: attachment.fileName, sha256: null, verdict: 'missing' as const }
    context.documents.set(attachment.key, piece)
    return piece
  }
  const picture = attachment.filledWith && (await context.files.read(attachment.filledWith.key))
  if (attachment.filledWith && !picture)
    return { file: null, name: attachment.fileName, sha256: null, verdict: 'missing' }
  const text = attachment.filledWith
    ? attachment.text.replace(attachment.filledWith.placeholder, picture!.toString('base64'))
    : attachment.text
  const file = `${base}.${extensionOf(attachment.fileName)}`
  const { sha256 } = await add(context, file, Buffer.from(text))
  return { file, name: attachment.fileName, sha256, verdict: 'unrecorded' }
}

async function document(
  context: GatherContext,
  { bucket, key, fileName: name }: StoredAttachment,
  content: Buffer,
): Promise<EvidenceFile> {
  const record = await recordOfFile(context.db, bucket, key)
  const file = `attachments/${String(context.documents.size + 1).padStart(3, '0')}.${extensionOf(name)}`
  const { sha256 } = await add(context, file, content)
  return checked(context, { file, name, sha256 }, record)
}

/** The problems with a finding's evidence that a reader must know: changed and missing objects, and a picture elsewhere. */
export function warningsOf(finding: CaseFinding): string[] {
  return piecesIn(finding).flatMap((one) =>
    one.verdict === 'differs' || one.verdict === 'missing' || one.verdict === 'outside'
      ? [`Finding ${finding.number}, ${one.file ?? one.name}: ${evidence[one.verdict]}`]
      : [],
  )
}

/** Every stored object in it, wherever it is: a list of the places would miss those of kinds that come later. */
function piecesIn(value: unknown): EvidenceFile[] {
  if (typeof value !== 'object' || value === null) return []
  return 'verdict' in value ? [value as EvidenceFile] : Object.values(value).flatMap(piecesIn)
}
