import { randomBytes } from 'node:crypto'
import { v7 } from 'uuid'
import { platformOf } from '#platforms/all.ts'
import { readHeader, type Refusal, type UploadHeader } from './read-header.ts'
import { readRows, type RowsReading } from './read-rows.ts'

export type UploadReading = RowsReading & { header: UploadHeader }

/** Parses the bytes of an upload: 1 to 25,000 rows, each cell by its column. Runs in a worker thread; never throws. */
export function readUploadBytes(body: Uint8Array, today: string): UploadReading | { refusal: Refusal } {
  const read = readHeader(body, today)
  if ('refusal' in read) return read
  const { header, data } = read
  const way = { idOf: idsFor(data.length), isPartial: false }
  return { header, ...readRows(platformOf(header.platform)!, header, data, way) }
}

/** Ids (UUIDv7) for this many rows, ascending; the random bytes are drawn in one call. */
function idsFor(rows: number): (index: number) => string {
  const msecs = Date.now()
  const first = randomBytes(4).readUInt32BE() >>> 1
  const random = randomBytes(16 * rows)
  return (index) => v7({ msecs, seq: first + index, random: random.subarray(16 * index, 16 * index + 16) })
}
