import { kindOf, type KindName, type Value } from './kinds.ts'
import { hasPossibleEmails, hasPossibleIps } from './possible-addresses.ts'
import { rowTemplate } from './row-template.ts'

/**
 * A column describes a value in one place. Its name in a platform definition is the spelling agreed for the API and
 * sheet headers ('lastMofifiedDate', 'Follower/SubscriberCount'); `label` is the text people see.
 */
export type Column = {
  label: string
  kind: KindName
  required: boolean
  /** Maximum length of a text, in characters (G107). */
  max: number
  /** What in a text must be possible: IP addresses, email addresses. */
  holds?: 'ips' | 'emails'
  /** Whether the value is stored in `findings` (common to all platforms) or in the platform's own table. */
  storedIn: 'common' | 'own'
  /** Another spelling accepted on input (G65). */
  inputAlias?: string
  /** The spelling in responses to client dashboards, where it differs (G65). */
  responseName?: string
}

export type Columns = Readonly<Record<string, Column>>

/** Defines a column of the platform's own table; text of up to 1000 characters unless `max` says otherwise. */
export function column(label: string, kind: KindName, options: Partial<Omit<Column, 'label' | 'kind'>> = {}): Column {
  return { label, kind, required: false, max: 1000, storedIn: 'own', ...options }
}

/** The same column, required. */
export function required(definition: Column): Column {
  return { ...definition, required: true }
}

/** The same column, stored in `findings` because every platform has it. */
export function common(definition: Column): Column {
  return { ...definition, storedIn: 'common' }
}

/** An error in one cell: the column's name and a sentence that starts with its label. */
export type CellProblem = { column: string; message: string }

const maxCellLength = 100_000

/** Whether a cell has no content: undefined, null or only white space. */
export const isEmpty = (cell: unknown): boolean =>
  cell === undefined || cell === null || (typeof cell === 'string' && cell.trim() === '')

/** Reads one cell: the value, or the error message of G107. An empty cell is null unless required. */
export function readCell(definition: Column, cell: unknown): { value: Value } | { message: string } {
  if (isEmpty(cell)) return definition.required ? { message: `${definition.label} is required` } : { value: null }
  // A list or an object is never a cell, and converting a hostile one to text may throw.
  if (typeof cell === 'object' && !(cell instanceof Date)) return { message: `${definition.label} is not valid` }
  // Far above any limit: reading would copy it several times, so it is rejected first.
  if (typeof cell === 'string' && cell.length > maxCellLength) return { message: `${definition.label} is not valid` }
  const result = kindOf(definition.kind).read(cell, definition.max)
  if ('problem' in result) return { message: `${definition.label} ${result.problem}` }
  const isPossible = definition.holds === undefined || possible[definition.holds](String(result.value))
  return isPossible ? result : { message: `${definition.label} is not valid` }
}

const possible = { ips: hasPossibleIps, emails: hasPossibleEmails }

const emptyRows = new WeakMap<readonly string[], Record<string, unknown> | undefined>()

/** An empty object for these names; a list of names that is used again (rows of one sheet) gets a template object. */
function emptyRow(names: readonly string[]): Record<string, Value> {
  if (!emptyRows.has(names)) {
    emptyRows.set(names, undefined)
    return {}
  }
  const known = emptyRows.get(names) ?? rowTemplate(names)
  emptyRows.set(names, known)
  return { ...known } as Record<string, Value>
}

/** Reads the named cells of a row; unknown cells are ignored. Never throws. */
export function readRow(
  columns: Columns,
  names: readonly string[],
  row: Readonly<Record<string, unknown>>,
): { values: Record<string, Value>; problems: CellProblem[] } {
  const values = emptyRow(names)
  const problems: CellProblem[] = []
  for (const name of names) {
    const definition = columns[name]!
    const result = readCell(
      definition,
      row[name] ?? (definition.inputAlias === undefined ? undefined : row[definition.inputAlias]),
    )
    if ('value' in result) values[name] = result.value
    else {
      problems.push({ column: name, message: result.message })
      delete values[name]
    }
  }
  return { values, problems }
}
