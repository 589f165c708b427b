import type { Pool } from 'pg'
import type { z } from 'zod'
import { type Columns, readRow } from '#columns/column.ts'
import type { Value } from '#columns/kinds.ts'
import type { ImportReport } from '#kit/contract/imports.ts'
import { type DataModel, type FieldChange, namesSubject } from '#vocabulary/data-log.ts'
import { type Actor, logDataChange } from './audit.ts'
import { type Db, inLongTransaction, rows as queryRows, sql } from './db.ts'
import { invalid, Problem } from './problem.ts'
import { fieldErrors } from './serve.ts'
import { counted, countText } from '#vocabulary/numbers.ts'

type ImportOptions = {
  columns: Columns
  /** The sheet's columns, in order. */
  names: readonly string[]
  /** How to recognise two rows for the same record: the column that shows the error, and the key they share. */
  identity: { column: string; keyOf: (values: Readonly<Record<string, Value>>) => string }
  /** Runs first in the transaction: takes locks that all rows need. */
  begin?: (db: Db) => Promise<void>
  /**
   * Stores one row and returns what it did; throws a Problem with field errors to reject it. An empty cell is null, one
   * of a column that the sheet does not have is undefined: of a stored record, that value stays.
   */
  save: (db: Db, values: RowValues) => Promise<SavedRow>
  /** The column that shows an error of a field, where their names differ. */
  columnOf?: (field: string) => string
  /** Who imports, and what the data log calls these records. */
  log: { actor: Actor; model: DataModel }
}

/** The cells of a row by column. */
export type RowValues = Readonly<Record<string, Value | undefined>>

/** What a row of a sheet did to which record, for the data log. */
export type SavedRow = {
  did: 'add' | 'update'
  recordId: string
  subject: string
  companyId?: string | undefined
  changes?: readonly FieldChange[]
}

/** Most changed fields that the line of an imported sheet keeps. */
const maxChanges = 1000

type ImportedSheet = {
  rows: readonly Readonly<Record<string, unknown>>[]
  apply: boolean
  /** The columns that the sheet has; undefined: those that any row has a cell of. */
  columns?: readonly string[] | undefined
}

/**
 * Stores a sheet of records, all rows or none. Every row is really stored, in order, so that the preview is exact;
 * without `apply`, or if a row is rejected, the transaction is rolled back.
 */
export async function importRows(
  pool: Pool,
  { rows, apply, columns }: ImportedSheet,
  options: ImportOptions,
): Promise<ImportReport> {
  try {
    return await inLongTransaction(pool, async ({ db, client }) => {
      // One sheet at a time: two with the same records in a different order would deadlock.
      await queryRows(db, sql`select pg_advisory_xact_lock(hashtext('sheet of records'))`)
      await options.begin?.(db)
      const given = new Set(columns ?? rows.flatMap((cells) => Object.keys(cells)))
      const missing = options.names.filter((name) => !given.has(name))
      const seen = new Map<string, number>()
      const outcomes: ImportReport['rows'] = []
      const saved: SavedRow[] = []
      for (const [index, cells] of rows.entries()) {
        await client.query('savepoint one_row')
        const outcome = await importRow(db, cells, { ...options, missing, seen, saved, sn: index + 1 })
        if (outcome.outcome === 'refused') await client.query('rollback to savepoint one_row')
        await client.query('release savepoint one_row')
        outcomes.push({ sn: index + 1, ...outcome })
      }
      const report = reportOf(outcomes, apply)
      if (!report.applied) throw new RolledBack(report)
      await logImport(db, options.log, saved)
      return report
    })
  } catch (problem) {
    if (problem instanceof RolledBack) return problem.report
    throw problem
  }
}

/** Parses with a schema; validation errors become a Problem (422) with field errors. */
export function readFields<T extends z.ZodType>(schema: T, raw: unknown): z.output<T> {
  const read = schema.safeParse(raw)
  if (read.success) return read.data
  throw invalid(fieldErrors(read.error))
}

/** Carries the report out of a transaction that must be rolled back. */
class RolledBack extends Error {
  readonly report: ImportReport
  constructor(report: ImportReport) {
    super('undone')
    this.report = report
  }
}

type Outcome = Omit<ImportReport['rows'][number], 'sn'>

async function importRow(
  db: Db,
  cells: Readonly<Record<string, unknown>>,
  options: ImportOptions & { missing: readonly string[]; seen: Map<string, number>; saved: SavedRow[]; sn: number },
): Promise<Outcome> {
  const { values, problems } = readRow(options.columns, options.names, cells)
  if (problems.length > 0) return { outcome: 'refused', errors: problems }
  for (const name of options.missing) delete values[name]
  const key = options.identity.keyOf(values)
  const earlier = options.seen.get(key)
  if (earlier !== undefined)
    return {
      outcome: 'refused',
      errors: [{ column: options.identity.column, message: `Row ${earlier} is for the same record` }],
    }
  options.seen.set(key, options.sn)
  try {
    const saved = await options.save(db, values)
    options.saved.push(saved)
    return { outcome: saved.did, errors: [] }
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem
    const { columnOf = (field: string) => field } = options
    const fields = Object.entries(problem.fields ?? { '': problem.message })
    return {
      outcome: 'refused',
      errors: fields.map(([field, message]) => ({ column: columnOf(field), message })),
    }
  }
}

/** One line of the data log for the added records and one for the updated ones, with every field that changed. */
async function logImport(db: Db, { actor, model }: ImportOptions['log'], saved: readonly SavedRow[]): Promise<void> {
  for (const type of ['add', 'update'] as const) {
    const found = saved.filter(({ did }) => did === type)
    const [first] = found
    if (!first) continue
    const isOne = found.length === 1
    const companies = new Set(found.map(({ companyId }) => companyId))
    const changes = found.flatMap((one) =>
      (one.changes ?? []).map((change) => ({
        ...change,
        field: isOne ? change.field : `${one.subject}: ${change.field}`,
      })),
    )
    await logDataChange(db, actor, {
      type,
      model,
      total: found.length,
      subject: namesSubject(found.map(({ subject }) => subject)),
      recordId: isOne ? first.recordId : undefined,
      companyId: isOne || companies.size === 1 ? first.companyId : undefined,
      changes: changes.slice(0, maxChanges),
    })
  }
}

function reportOf(rows: ImportReport['rows'], apply: boolean): ImportReport {
  const count = (outcome: string) => rows.filter((row) => row.outcome === outcome).length
  const [added, updated, refused] = [count('add'), count('update'), count('refused')]
  const applied = apply && refused === 0
  const changes = (n: number, what: string) =>
    `${counted(n, 'row')} ${applied ? (n === 1 ? 'was' : 'were') : 'would be'} ${what}`
  const message =
    refused > 0
      ? `${countText(refused)} of ${counted(rows.length, 'row')} cannot be imported. Nothing was saved.`
      : `${changes(added, 'added')}, ${changes(updated, 'updated')}.`
  return { message, applied, added, updated, refused, rows }
}
