import { isEmpty, type Columns } from './column.ts'

/** Maximum rows of one sheet and of one call with rows (G68, G77). */
export const rowsPerSheet = 25_000

/** A sheet as read from a file: rows of raw cells, the first row usually the header. */
export type Cells = readonly (readonly unknown[])[]
/** A row of the upload grid: raw cells by column name; validated later, so that invalid values stay visible. */
export type SheetRow = Record<string, unknown>

const normalisedHeader = (header: unknown) =>
  String(header ?? '')
    .toLowerCase()
    .replace(/\s+/g, '')

/** The column that each cell of a header names, in any case and with any spaces; 'sn' for row numbers. */
export function columnsOfHeader(
  header: readonly unknown[],
  columns: Columns,
  known: readonly string[],
): (string | undefined)[] {
  const names = new Map<string, string>()
  for (const name of known) {
    const column = columns[name]!
    for (const spelling of [name, column.label, column.inputAlias, column.responseName])
      if (spelling) names.set(normalisedHeader(spelling), name)
  }
  // Column names win over labels: 'Rating' must never be read as the label of another column.
  for (const name of known) names.set(normalisedHeader(name), name)
  return Array.from(header, (cell) => (normalisedHeader(cell) === 'sn' ? 'sn' : names.get(normalisedHeader(cell))))
}

/** The texts of the header row, without row numbers and empty cells; none when the first row is data (G51). */
export function headerTexts(cells: Cells, columns: Columns, known: readonly string[]): string[] {
  const header = headerOfSheet(cells, columns, known)
  if (!header) return []
  const { at, names } = header
  return cells[at]!.filter((cell, index) => !isEmpty(cell) && names[index] !== 'sn').map((cell) => String(cell).trim())
}

const isColumnName = (name: string | undefined): boolean => name !== undefined && name !== 'sn'

/** How many rows may stand above the header: a title, who made the sheet, an empty line. */
const maxTitleRows = 10
/** As many cells of a row of data are never names of columns. */
const leastNamesBelowTitles = 3

/**
 * The index of the header row and what its cells name: the first row if it names a column, else the first below titles
 * that names several and little else. Undefined when the sheet has none.
 */
function headerOfSheet(cells: Cells, columns: Columns, known: readonly string[]) {
  for (const [at, line] of cells.slice(0, maxTitleRows + 1).entries()) {
    const names = columnsOfHeader(line, columns, known)
    const named = names.filter(isColumnName).length
    const filled = line.filter((cell) => !isEmpty(cell)).length
    if (at === 0 ? named > 0 : named >= leastNamesBelowTitles && 2 * named >= filled) return { at, names }
  }
  return undefined
}

/**
 * Converts a sheet to rows. Columns are found by header name (any case, spaces ignored), also below a few rows of titles;
 * without a header the columns are in import order (G51) and the first row is data. `sn` is the row's number, from 1.
 * `imported` is the platform's import order after sn; `optional` columns are recognised by name only (G66).
 */
export function rowsFromCells(
  cells: Cells,
  columns: Columns,
  imported: readonly string[],
  optional: readonly string[] = [],
): SheetRow[] {
  const header = headerOfSheet(cells, columns, [...imported, ...optional])
  const order = header?.names ?? ['sn', ...imported]
  const rows: SheetRow[] = []
  for (const line of header ? cells.slice(header.at + 1) : cells) {
    if (line.every(isEmpty)) continue
    const row: SheetRow = {}
    order.forEach((name, index) => {
      if (name !== undefined && name !== 'sn' && !isEmpty(line[index])) row[name] ??= line[index]
    })
    row['sn'] = rows.length + 1
    rows.push(row)
  }
  return rows
}

/** The header row of a template or of an export whose spelling is agreed: sn, then the column names, in order. */
export function headerOf(names: readonly string[]): string[] {
  return ['sn', ...names]
}

/** Whether a spreadsheet would run this text as a formula; exports put an apostrophe in front of it (G58). */
export function looksLikeFormula(text: string): boolean {
  // Spreadsheets of East Asia take the full-width signs for the others.
  // oxlint-disable-next-line no-control-regex -- control characters count as formula starters (G58)
  return /^[=+\-@＝＋－＠\u0000-\u001f]/.test(text)
}

/** Whether a text of a CSV file needs quotes: for programs that separate by semicolons or tabs, too. */
export const needsQuotes = (text: string): boolean => /[",;\t\n\r]/.test(text)

/**
 * A text for a CSV file, with an apostrophe wherever a spreadsheet would begin a formula: at its start, and inside after
 * what other countries' spreadsheets and tab-separated files take for the end of a cell. To those, quotes that begin
 * between two commas are letters, so quoting alone does not help (OWASP, CSV injection).
 */
export function withoutFormulas(text: string): string {
  const inner = needsQuotes(text) ? text.replace(/([;\t\r\n] ?)(?=[=+\-@＝＋－＠])/g, "$1'") : text
  return looksLikeFormula(text) ? `'${inner}` : inner
}

/** The header row of an export for people: SN, then the columns' labels, in order. An upload understands them too. */
export function labelsOf(columns: Columns, names: readonly string[]): string[] {
  return ['SN', ...names.map((name) => columns[name]!.label)]
}

/** An image file name for comparison: runs of white space count as one, letter case is ignored (S-145). */
export function pictureName(name: string): string {
  return name.trim().replace(/\s+/g, ' ').toLowerCase()
}
