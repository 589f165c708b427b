import { randomBytes } from 'node:crypto'
import { v7 } from 'uuid'
import type { ParsedBody, ParseJob } from '#features/staging-rows/server/open-rows.ts'
import { readHeader } from '#features/staging-rows/server/read-header.ts'
import type { Refusal } from '#features/staging-rows/server/read-json-object.ts'
import { readRows } from '#features/staging-rows/server/read-rows.ts'
import { platformOf } from '#platforms/all.ts'

/**
 * Parses the bytes of an upload: 1 to 25,000 rows, each cell by its column, with any status that staff may set or with
 * these only. Runs in a worker thread; never throws.
 */
export function readUploadBytes(
  body: Uint8Array,
  { today, statuses }: Omit<ParseJob, 'body'>,
): ParsedBody | { refusal: Refusal } {
  const parsed = readHeader(body, today)
  if ('refusal' in parsed) return parsed
  const { header, data } = parsed
  const options = { idOf: idsFor(data.length), isPartial: false, statuses }
  return { header, ...readRows(platformOf(header.platform)!, header, data, options) }
}

/** Ids (UUIDv7) for this many rows, ascending; the random bytes are drawn in one call. */
function idsFor(rows: number): (index: number) => string {
  const msecs = Date.now()
  const first = randomBytes(4).readUInt32BE() >>> 1
  const random = randomBytes(16 * rows)
  return (index) => v7({ msecs, seq: first + index, random: random.subarray(16 * index, 16 * index + 16) })
}
