/**
 * How a list grows on scrolling (G12): the next page of a fixed 20, page 1 with 20 more rows than are visible,
 * or the next page of the chosen size.
 */
export type Growth = 'next-20' | 'visible-plus-20' | 'next-page'

/** Request for a page of a list; `replace`: the response replaces the whole list. */
export type PageRequest = { page: number; perPage: number; replace: boolean }

const step = 20
/** The largest page size; 'All' in the records-per-page dropdown (G12). */
export const allRecords = 20_000

/**
 * What to request at the end of `visible` rows: the page that has the first missing row, so that nothing is skipped
 * when the list started with another page size.
 */
export function nextPageRequest(growth: Growth, visible: number, size: number): PageRequest {
  if (growth === 'visible-plus-20') return { page: 1, perPage: Math.min(allRecords, visible + step), replace: true }
  const perPage = growth === 'next-20' ? step : size
  return { page: Math.floor(visible / perPage) + 1, perPage, replace: false }
}

/** The rows after a response: rows already in the list are not repeated, their newer state wins. */
export function mergeRows<Row extends { id: string }>(
  rows: readonly Row[],
  docs: readonly Row[],
  replace: boolean,
): Row[] {
  if (replace) return [...docs]
  const byId = new Map(rows.map((row) => [row.id, row]))
  for (const row of docs) byId.set(row.id, row)
  return [...byId.values()]
}
