import { readFile } from 'node:fs/promises'
import { kindOf } from '#columns/kinds.ts'
import { csvLines } from '#kit/server/sheets.ts'
import { platformOf } from '#platforms/all.ts'
import type { Platform } from '#platforms/platform.ts'
import type { ParquetTask } from './part-maker.ts'

const types = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  date: { type: 'INT32', converted_type: 'DATE' },
  bigint: { type: 'INT64' },
  numeric: { type: 'DOUBLE' },
  boolean: { type: 'BOOLEAN' },
} as const

const storedType = (platform: Platform, name: string) => kindOf(platform.columns[name]!.kind).stored

/**
 * Writes one Parquet file from the parts of a job, a row group for each, so that no more than one part is in memory. Runs
 * in a thread.
 */
export async function buildParquet({ platform: value, paths, path }: ParquetTask): Promise<void> {
  // Loaded by the few jobs that need it.
  const { ParquetWriter, fileWriter } = await import('hyparquet-writer')
  const platform = platformOf(value)!
  const columns = platform.imported.map((name) => ({ name, stored: storedType(platform, name) }))
  const writer = new ParquetWriter({
    writer: fileWriter(path),
    schema: [
      { name: 'findings', num_children: columns.length },
      ...columns.map(({ name, stored }) => ({ name, repetition_type: 'OPTIONAL' as const, ...types[stored] })),
    ],
  })
  for (const part of paths) {
    const rows = (await readFile(part, 'utf8'))
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as unknown[])
    if (rows.length === 0) continue
    const columnData = columns.map(({ name, stored }, index) => ({
      name,
      data: rows.map((row) => parquetValue(stored, row[index])),
    }))
    await writer.write({ columnData, rowGroupSize: rows.length })
  }
  await writer.finish()
}

function parquetValue(stored: keyof typeof types, value: unknown): unknown {
  if (value === null || value === undefined) return null
  if (stored === 'date') return new Date(`${value as string}T00:00:00Z`)
  return stored === 'bigint' ? BigInt(value as number) : value
}

const described: Readonly<Record<keyof typeof types, string>> = {
  text: 'Text (UTF-8)',
  date: 'Date',
  bigint: 'Whole number (64-bit)',
  numeric: 'Number (double)',
  boolean: 'True or false',
}

/** The data dictionary that comes with a Parquet file, as CSV: every column with its label and type. */
export function dictionaryOf(value: string): string {
  const platform = platformOf(value)!
  const lines = platform.imported.map((name) => {
    const { label, kind } = platform.columns[name]!
    return [name, label, described[storedType(platform, name)], kind]
  })
  return `\uFEFF${csvLines([['column', 'label', 'type', 'kind'], ...lines])}`
}
