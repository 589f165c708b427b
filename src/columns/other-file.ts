import { sheetTexts } from './sheet-unreadable.ts'
import { openZip } from './zip-parts.ts'

const inExcel = 'Open it in Excel and save it as .xlsx.'

/** What a file is that is named like an Excel workbook and is none, and what to do with it. */
const sentences = {
  csv: `This file is CSV text, not an Excel workbook. ${inExcel}`,
  text: `This file is plain text, not an Excel workbook. ${inExcel}`,
  html: `This file is a web page (HTML), not an Excel workbook. ${inExcel}`,
  xml: `This file is XML, not an Excel workbook. ${inExcel}`,
  xls: `This file is an old Excel workbook (.xls), not an .xlsx one. ${inExcel}`,
  xlsx: 'This file is an .xlsx workbook, not an .xls one. Change its name so that it ends in .xlsx.',
  openDocument: `This file is an OpenDocument file, not an Excel workbook. ${inExcel}`,
  pdf: 'This file is a PDF, not an Excel workbook. Export the table as .xlsx where it was made.',
  picture: 'This file is a picture, not an Excel workbook. Export the table as .xlsx where it was made.',
  word: 'This file is a Word document, not an Excel workbook. Copy its table into a new workbook.',
  slides: 'This file is a PowerPoint presentation, not an Excel workbook. Copy its table into a new workbook.',
  zip: 'This file is a ZIP archive, not an Excel workbook. Unpack it and choose the workbook in it.',
} as const

/** A zip file with such a part is a document of Office, whole or damaged. */
const officePart = /^(\[content_types\]\.xml$|_rels\/|xl\/)/

/** How many bytes at the start tell texts from other files. */
const headBytes = 4096
/** Shorter texts are the start of anything. */
const minTextLength = 4

/** What a file is instead of a workbook of the kind that its name says, in a sentence for people; undefined if unknown. */
export function otherFile(bytes: Uint8Array, expected: 'xlsx' | 'xls'): string | undefined {
  const kind = kindOf(bytes)
  if (kind === undefined || kind === expected) return undefined
  const isExcel = kind === 'xls' || kind === 'xlsx'
  return isExcel ? sentences[kind] : `${sheetTexts.notExcel} ${sentences[kind]}`
}

type Kind = keyof typeof sentences

function kindOf(bytes: Uint8Array): Kind | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, 8))
  if (start.startsWith('PK')) return kindOfZip(bytes)
  if (start.startsWith('\xD0\xCF\x11\xE0')) return kindOfContainer(bytes)
  if (start.startsWith('%PDF')) return 'pdf'
  if (/^(\x89PNG|\xFF\xD8\xFF|GIF8)/.test(start)) return 'picture'
  return kindOfText(bytes.subarray(0, headBytes))
}

function kindOfZip(bytes: Uint8Array): Kind | undefined {
  try {
    const { has, names } = openZip(bytes)
    if (has('xl/workbook.xml') || has('xl/workbook.bin')) return 'xlsx'
    if (has('word/document.xml')) return 'word'
    if (has('ppt/presentation.xml')) return 'slides'
    if (has('mimetype') && has('content.xml')) return 'openDocument'
    return names.length === 0 || names.some((name) => officePart.test(name)) ? undefined : 'zip'
  } catch {
    return undefined
  }
}

/** By the names of the streams in an old container ([MS-CFB] 2.6.1). */
function kindOfContainer(bytes: Uint8Array): Kind | undefined {
  const names = new TextDecoder('utf-16le').decode(bytes)
  if (names.includes('WordDocument')) return 'word'
  if (names.includes('PowerPoint Document')) return 'slides'
  return names.includes('Workbook') ? 'xls' : undefined
}

function kindOfText(head: Uint8Array): Kind | undefined {
  const text = textOf(head).replace(/^\uFEFF?\s*/, '')
  // oxlint-disable-next-line no-control-regex -- These tell bytes from texts.
  if (text.length < minTextLength || /[\x00-\x08\x0E-\x1F\uFFFD]/.test(text)) return undefined
  if (/^<(!doctype html|html|head|body|table|meta|style)\b/i.test(text)) return 'html'
  if (text.startsWith('<?xml')) return /<html\b/i.test(text) ? 'html' : 'xml'
  return /^[^\r\n]*[,;\t]/.test(text) ? 'csv' : 'text'
}

/** Texts of spreadsheets are in UTF-16 with a byte order mark, in UTF-8 or in the code page of Windows. */
function textOf(head: Uint8Array): string {
  if (head[0] === 0xff && head[1] === 0xfe) return new TextDecoder('utf-16le').decode(head)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
  } catch {
    return new TextDecoder('windows-1252').decode(head)
  }
}
