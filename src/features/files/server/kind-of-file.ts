import { decodeText, holdsControls } from '#kit/contract/decode-text.ts'

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

/** Text without markup or control characters. */
function isPlainText(bytes: Buffer): boolean {
  const start = decodeText(bytes)
  if (holdsControls(start)) return false
  return !/<\s*(!doctype|html|svg|script|body|iframe|\?xml|!--)/i.test(start.slice(0, 64 * 1024))
}
