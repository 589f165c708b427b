import PDFDocument from 'pdfkit'
import { setFonts } from './pdf-fonts.ts'

export type Pdf = PDFKit.PDFDocument

/** A4 in points, and the margin of all documents. */
export const paper = { width: 595.28, height: 841.89, margin: 40 }
export const pdfColours = { ink: '#1a1d24', muted: '#5a6170', line: '#e3e6eb', accent: '#3b4cc0' } as const

/**
 * Opens a PDF without pages, with the fonts 'regular' and 'bold' and fallback fonts (`pdf-fonts.ts`).
 * `hasBufferedPages` keeps pages open until the end, so that the first page can be completed last.
 */
export function openPdf({
  title,
  author,
  hasBufferedPages = false,
}: {
  title: string
  author: string
  hasBufferedPages?: boolean
}): Pdf {
  const doc = new PDFDocument({
    size: 'A4',
    margin: paper.margin,
    info: { Title: title, Author: author },
    autoFirstPage: false,
    bufferPages: hasBufferedPages,
  })
  setFonts(doc)
  return doc
}
