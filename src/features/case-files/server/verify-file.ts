import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { type ArchiveEntry, type Manifest, manifestName, manifestOf, manifestText, readManifest } from './manifest.ts'
import {
  centralHeader,
  endSignature,
  endRecord,
  isPlainName,
  maxZipBytes,
  lengths,
  localHeader,
  maxEntries,
  type ZipEntry,
} from './zip.ts'

/** Random access to the bytes of a file. `read` returns fewer bytes only at the end. */
export type Source = { bytes: number; read: (at: number, length: number) => Promise<Buffer> }

/** The result of a verification: the manifest of an unaltered file, or at least one problem. */
export type VerifyResult = { manifest: Manifest; bytes: number; problems: [] } | { problems: [string, ...string[]] }

const pieceBytes = 256 * 1024
const maxShown = 20
/** The largest manifest, in bytes; an entry takes about 300. */
const largestManifest = 64 * 2 ** 20

class InvalidArchive extends Error {}

/**
 * Verifies a case file: that it is unaltered in itself and, with the head recorded by its issuer, that it is the file
 * that was issued. Every byte is checked: the headers are generated again from the directory and compared. Otherwise
 * each problem is a sentence that names the entry. Accepts any input and never throws for invalid bytes.
 */
export async function verifyFile(source: Source, head?: string): Promise<VerifyResult> {
  try {
    const problems: string[] = []
    const entries = await directoryOf(source)
    const found = await readEntries(source, entries, problems)
    const manifest = manifestIn(found.last, problems)
    if (manifest) compare(manifest, found, problems)
    if (manifest && head !== undefined && manifest.head !== head.toLowerCase())
      problems.push(`This is not the file that was issued: its head is ${manifest.head}`)
    const [first, ...others] = new Set(problems)
    if (first !== undefined) return { problems: [first, ...others.slice(0, maxShown - 1)] }
    return { manifest: manifest!, bytes: source.bytes, problems: [] }
  } catch (problem) {
    if (problem instanceof InvalidArchive) return { problems: [problem.message] }
    throw problem
  }
}

/** The entries of the directory at the end. Throws InvalidArchive where the directory itself is invalid. */
async function directoryOf(source: Source): Promise<ZipEntry[]> {
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
  const [count, bytes, offset] = [end.readUInt16LE(10), end.readUInt32LE(12), end.readUInt32LE(16)]
  if (count > maxEntries || !end.equals(endRecord({ entries: count, bytes, offset })))
    throw new InvalidArchive(await whyNoEnd(source))
  if (offset + bytes + lengths.end !== source.bytes)
    throw new InvalidArchive('The end of the archive is altered: sizes do not add up')
  return { count, offset, bytes }
}

async function whyNoEnd(source: Source): Promise<string> {
  const tail = await source.read(Math.max(0, source.bytes - 70_000), 70_000)
  const behind = tail.length - tail.lastIndexOf(endSignature()) - lengths.end
  if (tail.includes(endSignature()) && behind > 0)
    return `${behind} ${behind === 1 ? 'byte was' : 'bytes were'} added at the end of the archive`
  return 'The end of the archive is altered, or it was cut off'
}

/** The directory entry at an offset; undefined unless its bytes are exactly those that would be written for it. */
function entryAt(directory: Buffer, at: number): ZipEntry | undefined {
  if (at + lengths.central > directory.length) return undefined
  const long = directory.readUInt16LE(at + 28)
  const name = directory.toString('utf8', at + lengths.central, at + lengths.central + long)
  const entry = {
    name,
    crc: directory.readUInt32LE(at + 16),
    bytes: directory.readUInt32LE(at + 24),
    offset: directory.readUInt32LE(at + 42),
  }
  const line = centralHeader(entry)
  return directory.subarray(at, at + line.length).equals(line) ? entry : undefined
}

type EntriesFound = { listed: ArchiveEntry[]; last: { entry: ZipEntry; text: string } | undefined }

/** Reads every entry once, with hashes to compare with the manifest. */
async function readEntries(source: Source, entries: readonly ZipEntry[], problems: string[]): Promise<EntriesFound> {
  const found: EntriesFound = { listed: [], last: undefined }
  for (const entry of entries) {
    const { name, bytes, offset } = entry
    const head = localHeader(entry)
    if (!(await source.read(offset, head.length)).equals(head)) problems.push(`The header of ${name} is altered`)
    const isManifest = name === manifestName && bytes <= largestManifest
    const pieces: Buffer[] = []
    const hash = createHash('sha256')
    let crc = 0
    for (let at = 0; at < bytes; at += pieceBytes) {
      const piece = await source.read(offset + head.length + at, Math.min(pieceBytes, bytes - at))
      hash.update(piece)
      crc = crc32(piece, crc)
      if (isManifest) pieces.push(Buffer.from(piece))
    }
    if (crc !== entry.crc) problems.push(`${name} is altered`)
    if (isManifest) found.last = { entry, text: Buffer.concat(pieces).toString('utf8') }
    else found.listed.push({ name, bytes, sha256: hash.digest('hex') })
  }
  if (entries.length > 0 && entries.at(-1)!.name !== manifestName && found.last)
    problems.push(`${manifestName} is not the last entry`)
  return found
}

function manifestIn(last: EntriesFound['last'], problems: string[]): Manifest | undefined {
  if (!last) {
    problems.push(`${manifestName} is missing`)
    return undefined
  }
  const manifest = readManifest(last.text)
  if (!manifest || manifestText(manifest) !== last.text) problems.push(`${manifestName} is altered`)
  return manifest
}

/** Reports missing, added, altered and moved entries, and checks the chain. */
function compare(manifest: Manifest, { listed }: EntriesFound, problems: string[]): void {
  const byName = new Map(listed.map((one) => [one.name, one]))
  const listedNames = new Set(manifest.entries.map(({ name }) => name))
  for (const { name } of listed) if (!listedNames.has(name)) problems.push(`${name} was added`)
  for (const { name, bytes, sha256 } of manifest.entries) {
    const one = byName.get(name)
    if (!one) problems.push(`${name} is missing`)
    else if (one.sha256 !== sha256 || one.bytes !== bytes) problems.push(`${name} is altered`)
  }
  const known = manifest.entries.filter(({ name }) => byName.has(name))
  const order = listed.filter(({ name }) => listedNames.has(name))
  const moved = known.find(({ name }, at) => order[at]?.name !== name)
  if (moved) problems.push(`${moved.name} is not in its original position`)
  const right = manifestOf(manifest, manifest.entries)
  const broken = manifest.entries.find(({ chain }, at) => right.entries[at]!.chain !== chain)
  if (broken) problems.push(`The chain breaks at ${broken.name}: ${manifestName} is altered`)
  else if (right.head !== manifest.head)
    problems.push(`The head does not follow from the chain: ${manifestName} is altered`)
}

/** A line for a terminal, without line breaks and control sequences from a forged file; at most 500 characters. */
export const printable = (line: string): string =>
  line.replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu, '?').slice(0, 500)

const printableName = (name: string): string => name.replace(/[^\x20-\x7e]/g, '?').slice(0, 80)
