import { timingSafeEqual } from 'node:crypto'

/** Whether a given text is the expected one, in a time that says nothing of where they differ. */
export function isEqual(expected: string, given: string): boolean {
  const [ours, theirs] = [Buffer.from(expected), Buffer.from(given)]
  return ours.length === theirs.length && timingSafeEqual(ours, theirs)
}
