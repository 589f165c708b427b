import { onOneLine } from '#vocabulary/one-line.ts'

/** Kinds of records that the search finds. */
export const recordKinds = ['finding', 'seller', 'company', 'brand', 'user'] as const
export type RecordKind = (typeof recordKinds)[number]

/** Characters of a search at least and at most, records of each source, and recent records of a person. */
export const searchBounds = { shortest: 2, longest: 2048, records: 5, recent: 8 }

/**
 * Whether a record that another text found is named by this one too, as far as its texts tell; capitals and repeated
 * spaces do not matter. */
export function isNamedBy({ title, hint }: { title: string; hint: string }, text: string): boolean {
  const searched = onOneLine(text).toLowerCase()
  return [title, hint].some((one) => one.toLowerCase().includes(searched))
}
