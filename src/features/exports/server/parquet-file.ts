import { createReadStream } from 'node:fs'
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

/** Bounds of a row group, the only rows in memory: rows, and characters of their part files. */
const maxGroupRows = 10_000
const maxGroupLength = 8_000_000

/**
 * Writes one Parquet file from the parts of a job, in row groups of bounded size, so that its memory depends neither on
 * the rows of a part nor on their length. Runs in a thread.
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
  let group: unknown[][] = columns.map(() => [])
  let rows = 0
  let length = 0
  const writeGroup = async () => {
    if (rows === 0) return
    const columnData = columns.map(({ name }, index) => ({ name, data: group[index]! }))
    await writer.write({ columnData, rowGroupSize: rows })
    group = columns.map(() => [])
    rows = length = 0
  }
  for (const part of paths) {
    for await (const line of linesOf(part)) {
      const row = JSON.parse(line) as unknown[]
      for (const [index, { stored }] of columns.entries()) group[index]!.push(parquetValue(stored, row[index]))
      rows++
      length += line.length
      if (rows === maxGroupRows || length >= maxGroupLength) await writeGroup()
    }
  }
  await writeGroup()
  await writer.finish()
}

/** The lines of a part file. Not by node:readline, which also splits at U+2028 inside a cell. */
async function* linesOf(path: string): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of createReadStream(path, 'utf8') as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop()!
    yield* lines
  }
  if (rest !== '') yield rest
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
