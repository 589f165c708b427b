import { z } from 'zod'
import { messages } from '#features/editing/messages.ts'
import { changedColumns } from '#features/editing/contract.ts'
import type { ParsedBody } from '#features/staging-rows/server/open-rows.ts'
import { readHeader, type Row } from '#features/staging-rows/server/read-header.ts'
import type { Refusal } from '#features/staging-rows/server/read-json-object.ts'
import { isNamed } from '#features/staging-rows/server/read-row.ts'
import { readRows } from '#features/staging-rows/server/read-rows.ts'
import { resourceNotFound } from '#kit/contract/not-found.ts'
import { platformOf } from '#platforms/all.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'

/** The columns that rows contain: in all rows, or only in some. */
export type NamedColumns = Readonly<Record<string, 'all' | 'some'>>
/** A parsed edit. */
export type ParsedEdit = ParsedBody & { namedColumns: NamedColumns }

/** Staged in addition to an upload: the version that was seen, and a bit for each of `changedColumns` in the row. */
export const editColumns = [
  ['seen_version', 'int'],
  ['given', 'varbit'],
] as const

/**
 * Parses the bytes of an edit: changes of 1 to 25,000 rows, each with its id and, to detect conflicting edits, the
 * rowVersion it was fetched with. Runs in a thread; never throws.
 */
export function readEditBytes(body: Uint8Array, today: string): ParsedEdit | { refusal: Refusal } {
  const read = readHeader(body, today)
  if ('refusal' in read) return read
  const { header, data } = read
  const platform = platformOf(header.platform)!
  const ids = data.map(idOf)
  // A malformed id is a record that does not exist (G8).
  if (ids.some((id) => id === undefined)) return { refusal: { status: 404, message: resourceNotFound } }
  const versions = data.map(versionOf)
  if (new Set(ids).size < ids.length || versions.includes(undefined)) {
    const message = messages.dataNotValid
    return { refusal: { status: 422, message, fields: { data: message } } }
  }
  const names = changedColumns(platform)
  const counts = new Map<string, number>()
  const given = (row: Row): string =>
    names
      .map((name) => {
        if (!isChanged(platform, row, name)) return '0'
        counts.set(name, (counts.get(name) ?? 0) + 1)
        return '1'
      })
      .join('')
  const versionByRow = new Map(data.map((row, index) => [row, versions[index]!]))
  const parsed = readRows(platform, header, data, {
    isPartial: true,
    idOf: (index) => ids[index]!,
    extraCells: (row) => [versionByRow.get(row)!.version, given(row)],
  })
  const namedColumns = Object.fromEntries(
    [...counts].map(([name, n]) => [name, n === data.length ? ('all' as const) : ('some' as const)]),
  )
  return { header, ...parsed, namedColumns }
}

const isUuid = z.regexes.uuid()
const isChanged = (platform: FindingPlatformDefinition, row: Row, name: string) =>
  isNamed(platform, row, name) || (name === 'image' && row['s3FullImagePath'] !== undefined)

function idOf(row: Row): string | undefined {
  const id = row['id'] ?? row['_id']
  return typeof id === 'string' && isUuid.test(id) ? id.toLowerCase() : undefined
}

/** The version a row was fetched with; null when it has none, undefined when it is invalid. */
function versionOf({ rowVersion: version }: Row): { version: number | null } | undefined {
  if (version === undefined || version === null) return { version: null }
  const isOne = typeof version === 'number' && Number.isInteger(version) && version >= 1 && version < 2 ** 31
  return isOne ? { version } : undefined
}
