import { isEmpty, type Columns } from './column.ts'

/** Rows of one sheet and of one call that takes rows (G68, G77). */
export const rowsPerSheet = 25_000

/** A sheet as a reader hands it over: rows of raw cells, the first row usually the header. */
export type Cells = readonly (readonly unknown[])[]
/** A row of the upload grid: raw cells by column name; checked later, so that odd values stay visible. */
export type SheetRow = Record<string, unknown>

const plain = (header: unknown) =>
  String(header ?? '')
    .toLowerCase()
    .replace(/\s+/g, '')

/**
 * Sheet → rows. Columns are found by header name (any case, spaces ignored); when the first row has no known name
 * the columns stand in import order (G51) and the first row is data. `sn` is the row's number, from 1.
 * `imported` is the platform's import order after sn; `optional` are recognised by name only (G66).
 */
export function rowsFromCells(
  cells: Cells,
  columns: Columns,
  imported: readonly string[],
  optional: readonly string[] = [],
): SheetRow[] {
  const names = new Map<string, string>()
  for (const name of [...imported, ...optional]) {
    const of = columns[name]!
    for (const spelling of [name, of.label, of.alsoReadAs, of.answeredAs])
      if (spelling) names.set(plain(spelling), name)
  }
  // Wire names win over labels: 'Rating' must never be read as the label of another column.
  for (const name of [...imported, ...optional]) names.set(plain(name), name)
  const header = (cells[0] ?? []).map((cell) => (plain(cell) === 'sn' ? 'sn' : names.get(plain(cell))))
  const named = header.some((name) => name !== undefined && name !== 'sn')
  const order = named ? header : ['sn', ...imported]
  const rows: SheetRow[] = []
  for (const line of named ? cells.slice(1) : cells) {
    if (line.every(isEmpty)) continue
    const row: SheetRow = {}
    order.forEach((name, place) => {
      if (name !== undefined && name !== 'sn' && !isEmpty(line[place])) row[name] ??= line[place]
    })
    row['sn'] = rows.length + 1
    rows.push(row)
  }
  return rows
}

/** The header row of a template or an export: sn, then the columns' wire names, in order. */
export function headerOf(names: readonly string[]): string[] {
  return ['sn', ...names]
}

/** A cell that a spreadsheet would run as a formula becomes text by a leading apostrophe's effect (C-246's neighbour, G58). */
export function looksLikeFormula(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- control characters count as formula starters (G58)
  return /^[=+\-@\u0000-\u001f]/.test(text)
}

/** A picture name as it is compared: runs of white space count as one, letter case does not (S-145). */
export function pictureName(name: string): string {
  return name.trim().replace(/\s+/g, ' ').toLowerCase()
}
