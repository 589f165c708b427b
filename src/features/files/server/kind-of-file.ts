import { isUtf8 } from 'node:buffer'

export type FileKind = { extension: string; mediaType: string }

const text: Readonly<Record<string, FileKind>> = {
  csv: { extension: 'csv', mediaType: 'text/csv' },
  txt: { extension: 'txt', mediaType: 'text/plain' },
}
const oldOffice = { extension: 'xls', mediaType: 'application/vnd.ms-excel' }

/**
 * The type of a file by its content; undefined when it is unknown. The name decides only between types without a
 * signature: text (csv, txt), and the container that old and encrypted workbooks share. Markup is never plain text.
 */
export async function kindOfFile(bytes: Buffer, name: string): Promise<FileKind | undefined> {
  const extension = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  // Imported on first use: 2 MB that few processes need.
  const { fileTypeFromBuffer } = await import('file-type')
  const found = await fileTypeFromBuffer(bytes)
  if (found?.ext === 'cfb') return extension === 'xls' || extension === 'xlsx' ? oldOffice : undefined
  if (found) return { extension: found.ext, mediaType: found.mime }
  return isPlainText(bytes) ? text[extension] : undefined
}

/**
 * The text of a file: UTF-8, UTF-16 with a byte order mark (what Excel and Notepad call Unicode), or else Latin-1,
 * which older programs write.
 */
export function textIn(bytes: Buffer): string {
  const mark = bytes.subarray(0, 2).toString('hex')
  const encoding = mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : isUtf8(bytes) ? 'utf-8' : 'latin1'
  return new TextDecoder(encoding).decode(bytes)
}

/** Text without markup or control characters. */
function isPlainText(bytes: Buffer): boolean {
  const start = textIn(bytes)
  if (/[\0-\x08\x0e-\x1f]/.test(start)) return false
  return !/<\s*(!doctype|html|svg|script|body|iframe|\?xml|!--)/i.test(start.slice(0, 64 * 1024))
}
