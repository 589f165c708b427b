import type { DayRange } from '#vocabulary/dates.ts'

/** The address of a seller's page, with the dates of the list or chart that links to it. */
export function sellerAddress(sellerName: string, range: DayRange): string {
  return `/unique-seller-dashboard?${new URLSearchParams({ sellerName, ...range }).toString()}`
}
