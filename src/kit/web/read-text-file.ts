import { fileEmpty } from '#kit/contract/file-empty.ts'
import { fileChanged, isFileGone } from './file-gone.ts'

/** More than this in a field would stop the page while the browser draws it, in bytes. */
const mostBytes = 8_000_000

/** The text of a file that a person chose for a field, or why it is not taken. */
export type ChosenText = { text: string; refusal?: undefined } | { text?: undefined; refusal: string }

/** Reads a chosen .txt file as `readPlainText` does; what has another name or type is refused too. */
export async function readChosenText(file: File, notText: string, most?: number): Promise<ChosenText> {
  if (!/\.txt$/i.test(file.name) || (file.type !== '' && file.type !== 'text/plain')) return { refusal: notText }
  return readPlainText(file, notText, most)
}

/**
 * Reads a file for a field, whatever its name. `notText` is the sentence for what is no text. An empty file is refused
 * too: it would only remove what is in the field. `most`: bytes, where the caller refuses itself what would be too much
 * for a field.
 */
export async function readPlainText(file: File, notText: string, most = mostBytes): Promise<ChosenText> {
  if (file.size > most)
    return { refusal: `This file is larger than ${most / 1e6} MB. Split it and choose the parts one after another.` }
  try {
    const text = await readTextFile(file)
    if (text === undefined) return { refusal: notText }
    return text.trim() === '' ? { refusal: fileEmpty(file.name) } : { text }
  } catch (error) {
    if (isFileGone(error)) return { refusal: fileChanged }
    throw error
  }
}

/**
 * The text of a plain text file, whatever its encoding: UTF-8 or UTF-16, with or without a byte order mark. Undefined
 * when it is no text, such as a renamed picture.
 */
export async function readTextFile(file: Blob): Promise<string | undefined> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  try {
    const text = new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes)
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}

/** Without a mark, addresses in UTF-16 have a zero in nearly every second byte. */
function encodingOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const start = bytes.subarray(0, 2 * Math.floor(Math.min(bytes.length, 4096) / 2))
  const zeros = [0, 0]
  for (const [index, byte] of start.entries()) if (byte === 0) zeros[index % 2]!++
  const most = start.length * 0.4
  if (zeros[0] === 0 && zeros[1]! > most) return 'utf-16le'
  if (zeros[1] === 0 && zeros[0]! > most) return 'utf-16be'
  return 'utf-8'
}
