/**
 * How a list grows while one scrolls (G12): the next page of a fixed 20, page 1 with 20 more than are visible,
 * or the next page of the chosen size.
 */
export type Growth = 'next-20' | 'visible-plus-20' | 'next-page'

/** What a list asks of the server: a page and its size; `replace` when the answer stands for the whole list. */
export type PageAsk = { page: number; perPage: number; replace: boolean }

const step = 20
/** The largest page a list may ask for; 'All' in the records-per-page dropdown (G12). */
export const allRecords = 20_000

/**
 * What to ask when the reader reaches the end of `visible` rows. The page of a fixed size that holds the first
 * missing row is asked, so nothing is skipped when the list began with another size.
 */
export function nextAsk(growth: Growth, visible: number, size: number): PageAsk {
  if (growth === 'visible-plus-20') return { page: 1, perPage: Math.min(allRecords, visible + step), replace: true }
  const perPage = growth === 'next-20' ? step : size
  return { page: Math.floor(visible / perPage) + 1, perPage, replace: false }
}

/** The rows after an answer came: rows already there are not repeated, their newer state wins. */
export function grown<Row extends { id: string }>(rows: readonly Row[], docs: readonly Row[], replace: boolean): Row[] {
  if (replace) return [...docs]
  const byId = new Map(rows.map((row) => [row.id, row]))
  for (const row of docs) byId.set(row.id, row)
  return [...byId.values()]
}
