import type { RefusedRow, UploadReport } from '#features/staging-rows/contract.ts'
import { normaliseLid } from '#vocabulary/addresses.ts'

/** Site and listing id as one key, ignoring case (G63). */
export const lidPair = (lid: string, within: string): string => `${within.toLowerCase()}\n${normaliseLid(lid)}`

/** The lists of a report; a row is in one for each of its reasons, and once in `duplicates`. */
export type RefusalLists = Readonly<Record<(typeof refusalLists)[number], RefusedRow[]>>
const refusalLists = [
  'urlDuplicates',
  'lidDuplicates',
  'whiteLabelDuplicates',
  'imageDuplicates',
  'brandDuplicates',
  'statusDuplicates',
  'cellErrors',
  'duplicates',
] as const

/** The lists of a report without a rejected row. */
export const emptyRefusalLists = (): RefusalLists =>
  Object.fromEntries(refusalLists.map((name) => [name, []])) as unknown as RefusalLists

/** Whether an answer is the report of rejected rows, and not a field error or another failure. */
export const isReport = (answer: unknown): answer is UploadReport => {
  const lists = (answer ?? {}) as Partial<Record<string, unknown>>
  return refusalLists.every((name) => Array.isArray(lists[name]))
}

/** The lists with their numbers, as a report has them (S-249); the message is the caller's. */
export const countedRefusals = (
  lists: RefusalLists,
  { badDomains, stored }: { badDomains: number; stored: number },
): Omit<UploadReport, 'message'> => ({
  urlCount: lists.urlDuplicates.length,
  lidCount: lists.lidDuplicates.length,
  whiteLabelUrl: lists.whiteLabelDuplicates.length,
  imageCount: lists.imageDuplicates.length,
  invalidDomainCount: badDomains,
  statusCount: lists.statusDuplicates.length,
  storedCount: stored,
  cellCount: lists.cellErrors.length,
  ...lists,
})
