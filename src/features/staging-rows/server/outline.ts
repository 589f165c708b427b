import type { CellProblem } from '#columns/column.ts'

/** What the report needs of a row. It is kept apart from the staged rows while the database checks those. */
export type RowOutline = {
  /** The finding, when stored findings are edited. */
  id?: string
  sn?: string | number
  /** The cell of the identity column as sent. */
  key?: string | number
  /** The normalised address (G63) and its hash; null when the cell is no address. */
  compared: string | null
  identity: string | null
  lid?: string
  /** Site and listing id, normalised. */
  pair?: string
  image?: string | number
  /** In lower case, when the row names a brand. */
  brand?: string
  /** Reasons found before the database checks; set (maybe empty) when the row is already rejected. */
  problems?: string[]
  cells?: CellProblem[]
}
export type Outline = RowOutline[]

/** A cell as a report may repeat it: a number, or text cut to `maxLength` characters. */
export function reportedCell(cell: unknown, maxLength: number): string | number | undefined {
  if (typeof cell === 'number') return cell
  return typeof cell === 'string' ? cell.slice(0, maxLength).toWellFormed() : undefined
}
