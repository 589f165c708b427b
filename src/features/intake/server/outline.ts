import type { CellProblem } from '#columns/column.ts'
import { normaliseLid } from '#vocabulary/addresses.ts'

/** What the report says about a row, kept beside the staged rows while the database checks them. */
export type RowOutline = {
  /** Of changes, the finding. */
  id?: string
  sn?: string | number
  /** The cell of the identity column as it was given. */
  key?: string | number
  /** The address as it is compared (G63), and the hash of it; null when the cell is no address. */
  compared: string | null
  identity: string | null
  lid?: string
  /** Site and listing id as they are compared. */
  pair?: string
  image?: string | number
  /** Lower-cased, when the row names a brand. */
  brand?: string
  /** Reasons known before the database was asked; set (maybe empty) when the row is refused already. */
  problems?: string[]
  cells?: CellProblem[]
}
export type Outline = RowOutline[]

/** A given cell as an answer may repeat it: text cut to `most` characters, or a number. */
export function shown(cell: unknown, most: number): string | number | undefined {
  if (typeof cell === 'number') return cell
  return typeof cell === 'string' ? cell.slice(0, most).toWellFormed() : undefined
}

/** Site and listing id as one text, compared without letter case (G63). */
export const lidPair = (lid: string, within: string): string => `${within.toLowerCase()}\n${normaliseLid(lid)}`
