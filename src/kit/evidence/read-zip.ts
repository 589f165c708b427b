import {
  centralHeader,
  endRecord,
  endSignature,
  isPlainName,
  lengths,
  localHeader,
  maxEntries,
  maxZipBytes,
  type ZipEntry,
} from './zip.ts'
import { isEqual } from './is-equal.ts'

/** Random access to the bytes of a file. `read` returns fewer bytes only at the end. */
export type Source = { bytes: number; read: (at: number, length: number) => Promise<Uint8Array> }

/** The archive itself is not one that could have been issued; the message says why. */
export class InvalidArchive extends Error {}

/** The entries of the directory at the end. Throws InvalidArchive where the directory itself is invalid. */
export async function directoryOf(source: Source): Promise<ZipEntry[]> {
  if (source.bytes > maxZipBytes) throw new InvalidArchive('It is larger than any case file')
  const { count, offset, bytes } = await endOf(source)
  if (bytes > count * (lengths.central + 200))
    throw new InvalidArchive('The directory of the archive is altered: it is too long')
  const directory = await source.read(offset, bytes)
  const entries: ZipEntry[] = []
  const names = new Set<string>()
  let [at, next] = [0, 0]
  for (let n = 1; n <= count; n++) {
    const entry = entryAt(directory, at)
    if (!entry) throw new InvalidArchive(`The directory of the archive is altered at entry ${n} of ${count}`)
    at += centralHeader(entry).length
    if (!isPlainName(entry.name))
      throw new InvalidArchive(`"${printableName(entry.name)}" is not a valid name in a case file`)
    if (names.has(entry.name)) throw new InvalidArchive(`${entry.name} exists twice`)
    if (entry.offset !== next) throw new InvalidArchive(`The directory entry of ${entry.name} is altered: wrong offset`)
    next += localHeader(entry).length + entry.bytes
    entries.push(entry)
    names.add(entry.name)
  }
  if (at !== bytes || next !== offset)
    throw new InvalidArchive('The directory of the archive is altered: sizes do not add up')
  return entries
}

async function endOf(source: Source): Promise<{ count: number; offset: number; bytes: number }> {
  if (source.bytes < lengths.end) throw new InvalidArchive('It is not a case file, or it was cut off')
  const end = await source.read(source.bytes - lengths.end, lengths.end)
  const view = viewOf(end)
  const [count, bytes, offset] = [view.getUint16(10, true), view.getUint32(12, true), view.getUint32(16, true)]
  if (count > maxEntries || !isEqual(end, endRecord({ entries: count, bytes, offset })))
    throw new InvalidArchive(await whyNoEnd(source))
  if (offset + bytes + lengths.end !== source.bytes)
    throw new InvalidArchive('The end of the archive is altered: sizes do not add up')
  return { count, offset, bytes }
}

async function whyNoEnd(source: Source): Promise<string> {
  const tail = await source.read(Math.max(0, source.bytes - 70_000), 70_000)
  const last = lastIndexOf(tail, endSignature())
  const behind = tail.length - last - lengths.end
  if (last >= 0 && behind > 0)
    return `${behind} ${behind === 1 ? 'byte was' : 'bytes were'} added at the end of the archive`
  return 'The end of the archive is altered, or it was cut off'
}

/** The directory entry at an offset; undefined unless its bytes are exactly those that would be written for it. */
function entryAt(directory: Uint8Array, at: number): ZipEntry | undefined {
  if (at + lengths.central > directory.length) return undefined
  const view = viewOf(directory)
  const long = view.getUint16(at + 28, true)
  const name = new TextDecoder().decode(directory.subarray(at + lengths.central, at + lengths.central + long))
  const entry = {
    name,
    crc: view.getUint32(at + 16, true),
    bytes: view.getUint32(at + 24, true),
    offset: view.getUint32(at + 42, true),
  }
  const line = centralHeader(entry)
  return isEqual(directory.subarray(at, at + line.length), line) ? entry : undefined
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

function lastIndexOf(bytes: Uint8Array, part: Uint8Array): number {
  for (let at = bytes.length - part.length; at >= 0; at--)
    if (part.every((byte, n) => bytes[at + n] === byte)) return at
  return -1
}

const printableName = (name: string): string => name.replace(/[^\x20-\x7e]/g, '?').slice(0, 80)
