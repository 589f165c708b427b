import type { Complaint } from '#features/case-files/contract.ts'
import { complaintTexts as texts } from '#features/case-files/messages.ts'
import { openPdf, paper, pdfColours, type Pdf } from '#kit/server/pdf.ts'
import { readable, sided } from './pdf-text.ts'

const { ink, muted, line, accent } = pdfColours
const { margin } = paper
const width = paper.width - 2 * margin
const labelWidth = 150

/** The complaint as a PDF, drawn while it is read: its parts in the order of the form, and what it lacks. */
export function drawComplaint({ title, problems, parts }: Complaint, product: string): Pdf {
  const doc = openPdf({ title, author: product })
  doc.addPage({ size: 'A4', margins: { top: margin, left: margin, right: margin, bottom: 56 } })
  doc.font('bold').fontSize(11).fillColor(accent).text(readable(doc, product), { width }).moveDown(0.6)
  doc.font('bold').fontSize(18).fillColor(ink).text(readable(doc, title), { width }).moveDown(0.4)
  doc.font('regular').fontSize(9.5).fillColor(muted).text(texts.form, { width }).moveDown(0.6)
  for (const problem of problems)
    doc.font('bold').fontSize(10).fillColor(ink).text(readable(doc, problem), { width }).moveDown(0.3)
  for (const part of parts) drawPart(doc, part)
  doc.end()
  return doc
}

function drawPart(doc: Pdf, { title, fields }: Complaint['parts'][number]): void {
  // A heading stays with its first line.
  if (doc.y > paper.height - 140) doc.addPage()
  doc.moveDown(0.8).font('bold').fontSize(12).fillColor(ink).text(readable(doc, title), margin, doc.y, { width })
  doc
    .moveTo(margin, doc.y + 2)
    .lineTo(margin + width, doc.y + 2)
    .lineWidth(0.6)
    .strokeColor(line)
    .stroke()
  doc.moveDown(0.4)
  for (const { label, value } of fields) {
    if (doc.y > paper.height - 90) doc.addPage()
    const y = doc.y
    doc
      .font('bold')
      .fontSize(9.5)
      .fillColor(muted)
      .text(readable(doc, label), margin, y, { width: labelWidth - 10 })
    const below = doc.y
    const page = doc.page
    doc
      .font('regular')
      .fontSize(9.5)
      .fillColor(value ? ink : muted)
    doc.y = y
    for (const { text, align } of sided(value || texts.notKnown))
      doc.text(readable(doc, text), margin + labelWidth, doc.y, { width: width - labelWidth, align })
    if (doc.page === page && doc.y < below) doc.y = below
    doc.moveDown(0.3)
  }
}
