import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { openPdf, paper, pdfColours, type Pdf } from '#kit/server/pdf.ts'
import { drawFinding } from './draw-finding.ts'
import type { Certificate } from '#features/case-files/rules.ts'
import { drawCertificate } from './draw-certificate.ts'
import type { NamedList } from './evidence-lists.ts'
import type { CaseFinding } from './gather.ts'
import { type CaseFileInfo, listsName } from '#kit/evidence/manifest.ts'
import { showMoment } from '#vocabulary/dates.ts'
import { truncate } from '#vocabulary/truncate.ts'
import { readable } from './pdf-text.ts'

/** What to draw: `folder` contains NNN.json of each finding and, with a picture, NNN.jpg; with that of the genuine article, NNN-genuine.jpg. */
export type Drawing = {
  folder: string
  out: string
  info: CaseFileInfo
  warnings: readonly string[]
  /** The daily lists of evidence that have its entries. */
  lists: readonly Pick<NamedList, 'day' | 'code'>[]
  certificate: Certificate
}

const { ink, muted, line, accent } = pdfColours
const { margin } = paper
const width = paper.width - 2 * margin
const rowsOnPage = 34
const rowHeight = 20
const pieceBytes = 2 ** 20

/**
 * Draws the PDF of a case file: cover, contents with page numbers, then each finding with its history, notices, replies
 * and picture. Findings are read one at a time and their pages finished; cover and contents stay open until the end.
 */
export async function drawCaseFile({ folder, out, info, warnings, lists, certificate }: Drawing): Promise<void> {
  const title = `Case file ${info.id}`
  const doc = openPdf({ title, author: info.product, hasBufferedPages: true })
  const written = pipeline(doc, createWriteStream(out, { highWaterMark: pieceBytes }))
  cover(doc, info, { warnings, lists })
  if (certificate !== 'none') drawCertificate(doc, info, certificate)
  const contents = reserveContents(doc, info.findings.length)
  const startPages: number[] = []
  let pages = doc.bufferedPageRange().count
  const restorePages = detachPages(doc)
  for (const { number } of info.findings) {
    const name = join(folder, String(number).padStart(3, '0'))
    const finding = JSON.parse(await readFile(`${name}.json`, 'utf8')) as CaseFinding
    const picture = finding.picture?.file ? await readFile(`${name}.jpg`).catch(noPicture) : undefined
    const genuine = finding.genuine?.file ? await readFile(`${name}-genuine.jpg`).catch(noPicture) : undefined
    doc.addPage({ size: 'A4', margins: pageMargins })
    startPages.push(pages + 1)
    drawFinding(doc, finding, { zone: info.zone, picture, genuine })
    pages = writeFooters(doc, title, pages)
    doc.flushPages()
    // Waits until the output is written: pdfkit itself has no back-pressure.
    while ((doc as unknown as Readable).readableLength > pieceBytes) await sleep(2)
  }
  restorePages()
  fillContents(doc, info, { first: contents, startPages })
  writeFooters(doc, title, 0)
  doc.end()
  await written
}

/** Page margins, with space for the footer. */
const pageMargins = { top: margin, left: margin, right: margin, bottom: 56 }

function noPicture(problem: NodeJS.ErrnoException): undefined {
  if (problem.code !== 'ENOENT') throw problem
}

function cover(doc: Pdf, info: CaseFileInfo, { warnings, lists }: Pick<Drawing, 'warnings' | 'lists'>): void {
  doc.addPage({ size: 'A4', margins: pageMargins })
  doc.font('bold').fontSize(11).fillColor(accent).text(readable(doc, info.product), margin, margin)
  doc.font('bold').fontSize(28).fillColor(ink).text('Case file', margin, 150)
  const count = info.findings.length
  doc.font('regular').fontSize(12).fillColor(muted)
  doc.text(`${count} ${count === 1 ? 'finding' : 'findings'}`).moveDown(2)
  const facts: [string, string][] = [
    ['Number', info.id],
    ['Created', showMoment(info.madeAt, info.zone)],
    ['Times', `All times are those of ${zoneName(info)}.`],
    ['Created by', info.madeBy],
    ['Created with', `${info.product} ${info.version}`],
    ['Companies', [...new Set(info.findings.map(({ company }) => company))].join(', ')],
    ['Brands', [...new Set(info.findings.map(({ brand }) => brand))].join(', ')],
  ]
  for (const [name, value] of facts) {
    const y = doc.y
    doc.font('bold').fontSize(10).fillColor(ink).text(readable(doc, name), margin, y, { width: 130 })
    const shown = value.length > 600 ? `${truncate(value, 600)} …` : value
    doc
      .font('regular')
      .text(readable(doc, shown), margin + 140, y, { width: width - 140 })
      .moveDown(0.4)
  }
  doc.moveDown(2)
  doc.font('bold').fontSize(10).fillColor(ink).text('How to verify this document', margin)
  doc.font('regular').fontSize(9.5).fillColor(ink).moveDown(0.3)
  doc.text(
    'It is one entry of an archive whose manifest contains the SHA-256 of every entry in a chain. The last link, the ' +
      `head (verification code), was recorded by ${info.product} when the file was created. The command "npm run verify-file ` +
      '-- FILE.zip --head HEAD" reports whether the archive is unaltered, or which entries are altered. The archive ' +
      'also has its signature and time stamps: dropped on the issuer’s page verify.html it says by whom and until when ' +
      'it was made.',
    { width },
  )
  drawLists(doc, { lists, info })
  if (warnings.length === 0) return
  doc.moveDown(1).font('bold').fontSize(10).text('Problems with the evidence', margin).moveDown(0.3)
  for (const warning of warnings.slice(0, 40))
    doc
      .font('regular')
      .fontSize(9)
      .text(readable(doc, `• ${warning}`), { width })
  if (warnings.length > 40) doc.text(`… and ${warnings.length - 40} more, listed in the entries of the findings`)
}

const maxLists = 12

/** Names the daily lists that can be asked for, with their codes. */
function drawLists(doc: Pdf, { lists, info }: Pick<Drawing, 'lists' | 'info'>): void {
  if (lists.length === 0) return
  doc.moveDown(1).font('bold').fontSize(10).text('Daily lists of evidence', margin).moveDown(0.3)
  doc.font('regular').fontSize(9.5)
  doc.text(
    `Every day ${info.product} lists the SHA-256 of all pictures, notices and answers that were stored that day (UTC), and has ` +
      'the list signed and time-stamped. Those in this file are in the lists below. Ask the issuer for them; ' +
      `${listsName} names the list of each entry.`,
    { width },
  )
  doc.moveDown(0.3).fontSize(9)
  for (const { day, code } of lists.slice(0, maxLists))
    doc.text(`• ${day}: ${code ?? 'not made yet when this file was created'}`, { width })
  if (lists.length > maxLists) doc.text(`… and ${lists.length - maxLists} more, in ${listsName}`)
}

/** The zone with its difference to UTC, such as Asia/Kolkata (GMT+5:30). */
function zoneName({ zone, madeAt }: CaseFileInfo): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts(
    new Date(madeAt),
  )
  return `${zone} (${parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'UTC'})`
}

/** Adds empty pages for the contents, filled once page numbers are known; returns the index of the first. */
function reserveContents(doc: Pdf, findings: number): number {
  const first = doc.bufferedPageRange().count
  for (let n = 0; n < findings; n += rowsOnPage) doc.addPage({ size: 'A4', margins: pageMargins })
  return first
}

function fillContents(
  doc: Pdf,
  { findings }: CaseFileInfo,
  { first, startPages }: { first: number; startPages: number[] },
): void {
  for (const [at, { number: n, address, company, brand }] of findings.entries()) {
    const position = at % rowsOnPage
    if (position === 0) {
      doc.switchToPage(first + at / rowsOnPage)
      doc.font('bold').fontSize(16).fillColor(ink).text('Contents', margin, margin)
    }
    const y = margin + 36 + position * rowHeight
    doc.font('regular').fontSize(9).fillColor(ink)
    const cut = { height: 12, ellipsis: true }
    doc.text(String(n), margin, y, { width: 26, lineBreak: false })
    doc.text(readable(doc, address), margin + 30, y, { ...cut, width: 290, goTo: `finding-${n}` })
    doc
      .fillColor(muted)
      .text(readable(doc, `${brand}, ${company}`), margin + 328, y, { ...cut, width: width - 328 - 34 })
    doc.fillColor(ink).text(String(startPages[at]), margin, y, { width, align: 'right', lineBreak: false })
    doc
      .moveTo(margin, y + 15)
      .lineTo(margin + width, y + 15)
      .lineWidth(0.4)
      .strokeColor(line)
      .stroke()
  }
}

/** Writes the footers of all open pages; `before` is the number of earlier pages. Returns the new total. */
function writeFooters(doc: Pdf, title: string, before: number): number {
  const { start, count } = doc.bufferedPageRange()
  for (let at = 0; at < count; at++) {
    doc.switchToPage(start + at)
    doc.page.margins.bottom = 0
    doc.font('regular').fontSize(7.5).fillColor(muted)
    doc.text(title, margin, paper.height - 34, { width, lineBreak: false })
    doc.text(`Page ${before + at + 1}`, margin, paper.height - 34, { width, align: 'right', lineBreak: false })
  }
  return before + count
}

/** The open pages inside pdfkit (0.20); a page's index in the document is fixed when it is added. */
type PdfInternals = { _pageBuffer: object[]; _pageBufferStart: number }

/** Detaches the open pages, so that later pages can be finished first; the returned function restores them. */
function detachPages(doc: Pdf): () => void {
  const internals = doc as unknown as PdfInternals
  const openPages = internals._pageBuffer
  internals._pageBuffer = []
  return () => {
    internals._pageBuffer = openPages
    internals._pageBufferStart = 0
  }
}
