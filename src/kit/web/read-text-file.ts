import { decodeText, holdsControls } from '#kit/contract/decode-text.ts'
import { fileEmpty } from '#kit/contract/file-empty.ts'
import { fileChanged, isFileGone } from './file-gone.ts'

/** More than this in a field would stop the page while the browser draws it, in bytes. */
const usualMaxBytes = 8_000_000

/** The text of a file that a person chose for a field, or why it is not taken. */
export type ChosenText = { text: string; refusal?: undefined } | { text?: undefined; refusal: string }

/** Reads a chosen .txt file as `readPlainText` does; what has another name or type is refused too. */
export async function readChosenText(file: File, notText: string, maxBytes?: number): Promise<ChosenText> {
  if (!/\.txt$/i.test(file.name) || (file.type !== '' && file.type !== 'text/plain')) return { refusal: notText }
  return readPlainText(file, notText, maxBytes)
}

/**
 * Reads a file for a field, whatever its name. `notText` is the sentence for what is no text. An empty file is refused
 * too: it would only remove what is in the field. `limit`: bytes, where the caller refuses itself what would be too much
 * for a field.
 */
export async function readPlainText(file: File, notText: string, limit = usualMaxBytes): Promise<ChosenText> {
  if (file.size > limit)
    return { refusal: `This file is larger than ${limit / 1e6} MB. Split it and choose the parts one after another.` }
  try {
    const text = await readTextFile(file)
    if (text === undefined) return { refusal: notText }
    return text.trim() === '' ? { refusal: fileEmpty(file.name) } : { text }
  } catch (error) {
    if (isFileGone(error)) return { refusal: fileChanged }
    throw error
  }
}

/** The text of a plain text file, whatever its encoding. Undefined when it is no text, such as a renamed picture. */
export async function readTextFile(file: Blob): Promise<string | undefined> {
  const text = decodeText(new Uint8Array(await file.arrayBuffer()))
  return holdsControls(text) ? undefined : text
}
