import { kindOf, type KindName, type Value } from './kinds.ts'
import { quickCopy } from './quick-copy.ts'

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
  /** Whether the value is stored in `findings` (common to all platforms) or in the platform's own table. */
  storedIn: 'common' | 'own'
  /** Another spelling accepted on input (G65). */
  alsoReadAs?: string
  /** The spelling in responses to client dashboards, where it differs (G65). */
  answeredAs?: string
}

export type Columns = Readonly<Record<string, Column>>

/** Defines a column of the platform's own table; text of up to 1000 characters unless `max` says otherwise. */
export function column(label: string, kind: KindName, facts: Partial<Omit<Column, 'label' | 'kind'>> = {}): Column {
  return { label, kind, required: false, max: 1000, storedIn: 'own', ...facts }
}

/** The same column, required. */
export function required(of: Column): Column {
  return { ...of, required: true }
}

/** The same column, stored in `findings` because every platform has it. */
export function common(of: Column): Column {
  return { ...of, storedIn: 'common' }
}

/** An error in one cell: the column's name and a sentence that starts with its label. */
export type CellProblem = { column: string; message: string }

const longestCell = 100_000

/** Whether a cell has no content: undefined, null or only white space. */
export const isEmpty = (cell: unknown): boolean =>
  cell === undefined || cell === null || (typeof cell === 'string' && cell.trim() === '')

/** Reads one cell: the value, or the error message of G107. An empty cell is null unless required. */
export function readCell(of: Column, cell: unknown): { value: Value } | { message: string } {
  if (isEmpty(cell)) return of.required ? { message: `${of.label} is required` } : { value: null }
  // A list or an object is never a cell, and converting a hostile one to text may throw.
  if (typeof cell === 'object' && !(cell instanceof Date)) return { message: `${of.label} is not valid` }
  // Far above any limit: reading would copy it several times, so it is rejected first.
  if (typeof cell === 'string' && cell.length > longestCell) return { message: `${of.label} is not valid` }
  const reading = kindOf(of.kind).read(cell, of.max)
  return 'problem' in reading ? { message: `${of.label} ${reading.problem}` } : reading
}

const empties = new WeakMap<readonly string[], Record<string, unknown> | undefined>()

/** An empty object for these names; a list of names that is used again (rows of one sheet) gets a template object. */
function emptyOf(names: readonly string[]): Record<string, Value> {
  if (!empties.has(names)) {
    empties.set(names, undefined)
    return {}
  }
  const known = empties.get(names) ?? quickCopy(names)
  empties.set(names, known)
  return { ...known } as Record<string, Value>
}

/** Reads the named cells of a row; unknown cells are ignored. Never throws. */
export function readRow(
  columns: Columns,
  names: readonly string[],
  row: Readonly<Record<string, unknown>>,
): { values: Record<string, Value>; problems: CellProblem[] } {
  const values = emptyOf(names)
  const problems: CellProblem[] = []
  for (const name of names) {
    const of = columns[name]!
    const reading = readCell(of, row[name] ?? (of.alsoReadAs === undefined ? undefined : row[of.alsoReadAs]))
    if ('value' in reading) values[name] = reading.value
    else {
      problems.push({ column: name, message: reading.message })
      delete values[name]
    }
  }
  return { values, problems }
}
