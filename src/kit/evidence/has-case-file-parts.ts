import { listFormat, listName } from './evidence-list.ts'
import { listsName, manifestFormat } from './manifest.ts'
import { proofFormat } from './proof.ts'
import type { Source } from './read-zip.ts'

/** Bytes read from the start and from the end; the directory of the largest case file is longer, but like its end. */
const readBytes = 256 * 1024
/** A format in any version. */
const formats = [manifestFormat, proofFormat, listFormat].map((format) => format.replace(/\d+$/, ''))
/** Names and formats that a case file and the list of a day have, and other archives have not. */
const parts = [...formats, listName, listsName]
const findingFolder = /findings\/\d{3}\//

/** Whether there is anything of a case file or daily list in a file, even if it was cut off, packed anew or damaged. */
export async function hasCaseFileParts(source: Source): Promise<boolean> {
  const starts = [0, Math.max(0, source.bytes - readBytes)]
  for (const at of starts) {
    const text = new TextDecoder('latin1').decode(await source.read(at, readBytes))
    if (findingFolder.test(text) || parts.some((part) => text.includes(part))) return true
  }
  return false
}
