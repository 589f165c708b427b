import { isUtf8 } from 'node:buffer'

export type FileKind = { extension: string; mediaType: string }

const text: Readonly<Record<string, FileKind>> = {
  csv: { extension: 'csv', mediaType: 'text/csv' },
  txt: { extension: 'txt', mediaType: 'text/plain' },
}
const oldOffice = { extension: 'xls', mediaType: 'application/vnd.ms-excel' }

/**
 * What a file is, by its content; undefined when it is nothing we know. The name decides only between kinds that have no
 * mark of their own: text (csv, txt), and the container that old and encrypted workbooks share. Markup is never plain text.
 */
export async function kindOfFile(bytes: Buffer, name: string): Promise<FileKind | undefined> {
  const extension = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  // Read with the first file: 2 MB that few processes need.
  const { fileTypeFromBuffer } = await import('file-type')
  const found = await fileTypeFromBuffer(bytes)
  if (found?.ext === 'cfb') return extension === 'xls' || extension === 'xlsx' ? oldOffice : undefined
  if (found) return { extension: found.ext, mediaType: found.mime }
  return isPlainText(bytes) ? text[extension] : undefined
}

/** Text without markup or control characters; UTF-8, or the one-byte letters older programs write. */
function isPlainText(bytes: Buffer): boolean {
  const start = (isUtf8(bytes) ? bytes.toString('utf8') : bytes.toString('latin1')).replace(/^\uFEFF/, '')
  if (/[\0-\x08\x0e-\x1f]/.test(start)) return false
  return !/<\s*(!doctype|html|svg|script|body|iframe|\?xml|!--)/i.test(start.slice(0, 64 * 1024))
}
