import { evidence } from '#features/case-files/messages.ts'
import { messages as noticeMessages } from '#features/notices/messages.ts'
import { paper, pdfColours, type Pdf } from '#kit/server/pdf.ts'
import { showDay, showMoment } from '#vocabulary/dates.ts'
import { reasonCodeName } from '#vocabulary/reason-codes.ts'
import { statusDisplay } from '#vocabulary/statuses.ts'
import { answerKind, deskText, missingNames } from './events.ts'
import type { CaseFinding, CaseNotice, SeenPageFiles } from './gather.ts'
import type { EvidenceFile } from './gather-files.ts'
import type { CaseMessage } from './gather-messages.ts'
import { readable, sided } from './pdf-text.ts'

const { pictures: noticeTexts, message: messageTexts } = noticeMessages
const { ink, muted, line, accent } = pdfColours
const { margin } = paper
const width = paper.width - 2 * margin
const bottom = paper.height - 56

type OpensImages = { openImage: (bytes: Buffer) => { width: number; height: number } }
type DrawOptions = { zone: string; picture: Buffer | undefined; genuine: Buffer | undefined }

/** Draws one finding from the top of a new page: summary, picture, history, notices, replies. */
export function drawFinding(doc: Pdf, finding: CaseFinding, { zone, picture, genuine }: DrawOptions): void {
  doc.addNamedDestination(`finding-${finding.number}`)
  doc.outline.addItem(`${finding.number} ${finding.address}`.slice(0, 120))
  doc
    .font('regular')
    .fontSize(9)
    .fillColor(accent)
    .text(`Finding ${finding.number} · ${finding.platform}`, margin, margin)
  doc.font('bold').fontSize(15).fillColor(ink).text(readable(doc, finding.address), { width }).moveDown(0.6)
  pairs(doc, [
    ['Finding ID', finding.id],
    [
      'Company',
      finding.legalName && finding.legalName !== finding.company
        ? `${finding.company} (${finding.legalName})`
        : finding.company,
    ],
    ['Brand', finding.brand],
    ...finding.fields
      .filter(({ name }) => name !== 'brand')
      .map((field): [string, string] => [field.label, shownValue(field)]),
    [noticeMessages.testPurchaseLabel, finding.purchase ?? ''],
  ])
  const pictures = [
    ...(finding.picture ? [{ title: 'Picture', piece: finding.picture, picture }] : []),
    ...(finding.genuine ? [{ title: genuineTitle(finding.genuine), piece: finding.genuine, picture: genuine }] : []),
  ]
  drawPictures(doc, pictures)
  for (const page of finding.pages) drawPage(doc, page, zone)
  for (const message of finding.messages) drawMessage(doc, message, zone)
  heading(doc, 'History')
  for (const event of finding.events) {
    ensureSpace(doc, 30)
    const y = doc.y
    doc.font('regular').fontSize(8).fillColor(muted)
    doc.text(event.local, margin, y, { width: 120 })
    doc
      .font('bold')
      .fontSize(9)
      .fillColor(ink)
      .text(readable(doc, event.what), margin + 130, y, { width: width - 130 })
    // The name of the module in the log is for programs; history.json has it.
    const beneath = [event.by, event.kind === 'status' ? null : event.details].filter(Boolean).join(' · ')
    doc.font('regular').fontSize(8.5)
    if (beneath) doc.text(readable(doc, beneath), margin + 130, doc.y, { width: width - 130 })
    doc.y = Math.max(doc.y, y + 12) + 4
  }
  for (const [at, notice] of finding.notices.entries()) drawNotice(doc, at + 1, notice, zone)
}

const genuineTitle = ({ label }: NonNullable<CaseFinding['genuine']>): string =>
  `${noticeTexts.genuineArticle}: ${label}`

type ShownPicture = { title: string; piece: EvidenceFile; picture: Buffer | undefined }

/** The found picture, and beside it that of the genuine article, each with its hash. */
function drawPictures(doc: Pdf, pictures: readonly ShownPicture[]): void {
  if (pictures.length === 0) return
  const gap = 16
  const columnWidth = (width - gap * (pictures.length - 1)) / pictures.length
  const opened = pictures.map(({ picture }) => {
    if (!picture) return undefined
    const image = (doc as unknown as OpensImages).openImage(picture)
    return { image, scale: Math.min(columnWidth / image.width, 360 / image.height, 1) }
  })
  const drawnHeight = Math.max(...opened.map((one) => (one ? one.image.height * one.scale : 0)))
  // The heading stays with its picture, and the picture with its hash.
  heading(doc, pictures.length > 1 ? noticeTexts.sideBySide : pictures[0]!.title, drawnHeight + 40)
  const y = doc.y
  for (const [n, one] of opened.entries())
    if (one)
      doc.image(one.image as unknown as Buffer, margin + n * (columnWidth + gap), y, {
        width: one.image.width * one.scale,
      })
  doc.y = drawnHeight > 0 ? y + drawnHeight + 6 : y
  for (const [n, { title, piece }] of pictures.entries()) {
    if (pictures.length > 1) small(doc, title)
    if (!opened[n] && piece.file) small(doc, 'The picture cannot be shown here. It is in the archive.')
    pieceLine(doc, piece)
  }
}

/** A stored object: its name, its hash, and whether it is unchanged. */
function pieceLine(doc: Pdf, { file, name, sha256, verdict }: EvidenceFile): void {
  small(doc, [file ?? name, file && file !== name ? `(${name})` : ''].join(' '))
  if (sha256) small(doc, `SHA-256 ${sha256}`)
  small(doc, evidence[verdict])
  doc.moveDown(0.3)
}

/** The page as a browser saw it: address, moment, and the hashes of archive and picture. */
function drawPage(doc: Pdf, { at, address, title, status, picture, archive }: SeenPageFiles, zone: string): void {
  heading(doc, 'The page as a browser received it')
  pairs(doc, [
    ['Address', address ?? ''],
    ['Seen', showMoment(new Date(at).toISOString(), zone)],
    ['Title', title ?? ''],
    ['Status of HTTP', status === null ? '' : String(status)],
  ])
  if (archive) pieceLine(doc, archive)
  if (picture) pieceLine(doc, picture)
}

/** A message that led people to the page, in the copy whose recipients are masked. */
function drawMessage(doc: Pdf, message: CaseMessage, zone: string): void {
  const { kind, sender, subject, sentAt, receivedOn, addedAt, addedBy, copy, originalSha256, text } = message
  const moment = (at: string) => showMoment(new Date(at).toISOString(), zone)
  heading(doc, messageTexts.title)
  pairs(doc, [
    ['Kind', messageTexts.kinds[kind]],
    ['Sender', sender],
    ['Subject', subject],
    ['Sent', sentAt ? moment(sentAt) : ''],
    ['Received on', receivedOn ? showDay(receivedOn) : ''],
    ['Added', `${moment(addedAt)}, ${addedBy}`],
  ])
  pieceLine(doc, copy)
  if (originalSha256 !== copy.sha256) small(doc, messageTexts.originalHash(originalSha256))
  block(doc, (text ?? '').slice(0, shownText), 8)
}

/** How much of a message the PDF shows; the archive has all of it. */
const shownText = 6000

function drawNotice(
  doc: Pdf,
  at: number,
  { record, email, headers, attachments, answers: pieces }: CaseNotice,
  zone: string,
): void {
  heading(doc, `Enforcement ${at}: ${record.actionTaken}, ${showDay(record.actionDate)}`)
  const { mail, override, answers } = record
  pairs(doc, [
    ['Recorded', showMoment(record.at, zone)],
    ['By', record.by ?? ''],
    ['Status', statusDisplay(record.status).name],
    ['Registrar', record.registrar ?? ''],
    ['IP Address', record.ipAddress ?? ''],
    ['Hosting', record.hosting ?? ''],
    ...(record.form && record.submittedAt
      ? ([
          ['Desk', deskText(record)],
          ['Web form', record.form],
          ['Ticket', record.ticket ?? ''],
          ['Submitted', showMoment(record.submittedAt, zone)],
        ] as [string, string][])
      : []),
    ...(override
      ? ([
          ['Was missing', missingNames(override.missing)],
          ['Sent anyway', `${override.by}: ${override.reason}`],
        ] as [string, string][])
      : []),
    ...(mail ? delivery(mail, zone) : []),
  ])
  if (mail) {
    subheading(doc, 'The notice')
    if (email) pieceLine(doc, email)
    block(doc, headers, 7.5)
    block(doc, mail.text, 9)
  }
  for (const piece of attachments) {
    subheading(doc, `Attachment: ${piece.name}`)
    pieceLine(doc, piece)
  }
  for (const [index, answer] of answers.entries()) {
    subheading(doc, `${answerKind(answer, zone)} from ${answer.sender ?? 'unknown sender'}`)
    small(doc, showMoment(new Date(answer.at).toISOString(), zone))
    const piece = pieces[index]
    if (piece) pieceLine(doc, piece)
    block(doc, answer.subject, 9)
    block(doc, answer.body, 9)
  }
}

type Mail = NonNullable<CaseNotice['record']['mail']>

function delivery(
  { recipient, sentAt, failedAt, isDoubtful, answer, error, tries, waits }: Mail,
  zone: string,
): [string, string][] {
  const moment = (at: string) => showMoment(new Date(at).toISOString(), zone)
  const state = sentAt
    ? `Accepted ${moment(sentAt)}`
    : failedAt
      ? `${isDoubtful ? 'Delivery unknown' : 'Failed'} ${moment(failedAt)}`
      : 'Not sent yet'
  return [
    ['Sent to', recipient],
    ['Delivery', state],
    ['Server response', answer ?? ''],
    ['Error', error ?? ''],
    ['Tries', `${tries}${waits > 0 ? `, and ${waits} that did not reach a server` : ''}`],
  ]
}

/** Labels with their values; pairs with an empty value are skipped. */
function pairs(doc: Pdf, list: readonly [string, string][]): void {
  for (const [label, value] of list) {
    if (value === '') continue
    ensureSpace(doc, 14)
    const y = doc.y
    doc.font('bold').fontSize(8.5).fillColor(muted).text(label, margin, y, { width: 124 })
    const beneath = doc.y
    doc.font('regular').fontSize(9).fillColor(ink)
    doc.text(readable(doc, value), margin + 130, y, { width: width - 130 })
    doc.y = Math.max(doc.y, beneath) + 1
  }
}

/** A heading that stays with what follows, at least this many points of it. */
function heading(doc: Pdf, text: string, following = 44): void {
  ensureSpace(doc, 36 + following)
  doc.y += 10
  doc
    .moveTo(margin, doc.y)
    .lineTo(margin + width, doc.y)
    .lineWidth(0.6)
    .strokeColor(line)
    .stroke()
  doc.y += 6
  doc.font('bold').fontSize(11).fillColor(ink).text(readable(doc, text), margin, doc.y, { width }).moveDown(0.3)
}

function subheading(doc: Pdf, text: string): void {
  ensureSpace(doc, 56)
  doc.moveDown(0.4)
  doc.font('bold').fontSize(9.5).fillColor(ink).text(readable(doc, text), margin, doc.y, { width }).moveDown(0.1)
}

function small(doc: Pdf, text: string): void {
  doc.font('regular').fontSize(8).fillColor(muted).text(readable(doc, text), margin, doc.y, { width })
}

function block(doc: Pdf, text: string, size: number): void {
  if (text.trim() === '') return
  doc.font('regular').fontSize(size).fillColor(ink)
  for (const piece of sided(text)) doc.text(readable(doc, piece.text), margin, doc.y, { width, align: piece.align })
  doc.moveDown(0.4)
}

/** Adds a new page unless this many points are left on the current one. */
function ensureSpace(doc: Pdf, points: number): void {
  if (doc.y + points > bottom)
    doc.addPage({ size: 'A4', margins: { top: margin, left: margin, right: margin, bottom: 56 } })
}

function shownValue({ kind, value }: CaseFinding['fields'][number]): string {
  if (kind === 'day') return showDay(String(value))
  if (kind === 'status') return statusDisplay(String(value)).name
  if (kind === 'reasonCode') return reasonCodeName(String(value)) || String(value)
  if (kind === 'yesNo') return value === true ? 'Yes' : 'No'
  return String(value)
}
