import { join } from 'node:path'
import PDFDocument from 'pdfkit'

export type Pdf = PDFKit.PDFDocument

const fonts = join(import.meta.dirname, 'fonts')

/** A4 in points, and the margin all documents have. */
export const paper = { width: 595.28, height: 841.89, margin: 40 }
export const pdfColours = { ink: '#1a1d24', muted: '#5a6170', line: '#e3e6eb', accent: '#3b4cc0' } as const

/**
 * A PDF without pages yet, with the fonts 'regular' and 'bold': Latin, Greek, Cyrillic and Devanagari. `isKept` keeps
 * pages open until the end, so that what is known last can be written on the first.
 */
export function openPdf({ title, author, isKept = false }: { title: string; author: string; isKept?: boolean }): Pdf {
  const doc = new PDFDocument({
    size: 'A4',
    margin: paper.margin,
    info: { Title: title, Author: author },
    autoFirstPage: false,
    bufferPages: isKept,
  })
  doc.registerFont('regular', join(fonts, 'NotoSans-Regular.ttf'))
  doc.registerFont('bold', join(fonts, 'NotoSans-SemiBold.ttf'))
  return doc
}
