import PDFDocument from 'pdfkit'
import { setFonts } from './pdf-fonts.ts'

export type Pdf = PDFKit.PDFDocument

/** A4 in points, and the margin all documents have. */
export const paper = { width: 595.28, height: 841.89, margin: 40 }
export const pdfColours = { ink: '#1a1d24', muted: '#5a6170', line: '#e3e6eb', accent: '#3b4cc0' } as const

/**
 * A PDF without pages yet, with the fonts 'regular' and 'bold' and, for what these lack, others (`pdf-fonts.ts`). `isKept`
 * keeps pages open until the end, so that what is known last can be written on the first.
 */
export function openPdf({ title, author, isKept = false }: { title: string; author: string; isKept?: boolean }): Pdf {
  const doc = new PDFDocument({
    size: 'A4',
    margin: paper.margin,
    info: { Title: title, Author: author },
    autoFirstPage: false,
    bufferPages: isKept,
  })
  setFonts(doc)
  return doc
}
