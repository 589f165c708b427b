import type { Source } from './read-zip.ts'

/** Bytes looked at from the start and from the end; the directory of the largest case file is longer, but like its end. */
const looked = 256 * 1024
/** Names and formats that a case file and the list of a day have, and other archives have not. */
const marks = /brandkeep-(case-file|proof|evidence-day)\/|evidence-lists?\.(json|txt)|findings\/\d{3}\//

/** Whether there is anything of a case file or daily list in a file, even if it was cut off, packed anew or damaged. */
export async function hasOurMarks(source: Source): Promise<boolean> {
  const text = async (at: number) => new TextDecoder('latin1').decode(await source.read(at, looked))
  return marks.test(await text(0)) || marks.test(await text(Math.max(0, source.bytes - looked)))
}
