import type { Certificate } from 'pkijs'
import { crc32, openSha256 } from './hashes.ts'
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
import { type Proof, bytesOf, isSignatureValid, proofName, readProof } from './proof.ts'
import { BadStamp, type Stamp, verifyStamp } from './time-stamp.ts'

/** Random access to the bytes of a file. `read` returns fewer bytes only at the end. */
export type Source = { bytes: number; read: (at: number, length: number) => Promise<Uint8Array> }

/** What the person who verifies has from the issuer, besides the file. */
export type VerifyOptions = {
  /** The verification code that the issuer recorded. */
  head?: string | undefined
  /** The issuer's public keys, in base64. */
  keys?: readonly string[] | undefined
  /** A later proof.json, with stamps that were not there when the file was made. */
  proof?: string | undefined
  /** Roots of time-stamp authorities. */
  roots?: Certificate[] | undefined
  /** Default: hashes that browsers compute as well. */
  hashing?: { crc32: typeof crc32; openSha256: typeof openSha256 }
}

/** Who signed a file; `isKnown`: with one of the given keys. */
export type Origin = { issuer: string; signedAt: string; publicKey: string; isKnown: boolean }

/** An unaltered file. */
export type Unaltered = {
  manifest: Manifest
  bytes: number
  problems: []
  /** The given verification code is that of the file. */
  isHeadKnown: boolean
  origin: Origin | undefined
  stamps: (Stamp & { authority: string })[]
}
/** The result of a verification: what an unaltered file shows, or at least one problem. */
export type VerifyResult = Unaltered | { problems: [string, ...string[]] }

const pieceBytes = 256 * 1024
const maxShown = 20
/** The largest manifest, in bytes; an entry takes about 300. */
const largestManifest = 64 * 2 ** 20

class InvalidArchive extends Error {}

/**
 * Verifies a case file: that it is unaltered in itself and, with what its issuer published, that it is the file that was
 * issued, by whom, and not after when. Every byte is checked: the headers are generated again from the directory and
 * compared. Otherwise each problem is a sentence that names the entry. Accepts any input and never throws for invalid
 * bytes.
 */
export async function verifyFile(source: Source, options: VerifyOptions = {}): Promise<VerifyResult> {
  try {
    const problems: string[] = []
    const entries = await directoryOf(source)
    const found = await readEntries(source, entries, { problems, hashing: options.hashing ?? { crc32, openSha256 } })
    const manifest = manifestIn(found.manifest, problems)
    if (manifest) compare(manifest, found, problems)
    const head = options.head?.toLowerCase()
    if (manifest && head !== undefined && manifest.head !== head)
      problems.push(`This is not the file that was issued: its head is ${manifest.head}`)
    const proofs = manifest ? proofsOf(manifest, [found.proof, options.proof], problems) : []
    const shown = manifest ? await readProofs(manifest, proofs, { options, problems }) : undefined
    const [first, ...others] = new Set(problems)
    if (first !== undefined) return { problems: [first, ...others.slice(0, maxShown - 1)] }
    return { manifest: manifest!, bytes: source.bytes, problems: [], isHeadKnown: head !== undefined, ...shown! }
  } catch (problem) {
    if (problem instanceof InvalidArchive) return { problems: [problem.message] }
    throw problem
  }
}

/** The proofs of this head, in the archive and beside it. */
function proofsOf({ head }: Manifest, texts: (string | undefined)[], problems: string[]): Proof[] {
  return texts.flatMap((text, at) => {
    if (text === undefined) return []
    const which = at === 0 ? proofName : 'The separate proof'
    const proof = readProof(text)
    if (!proof) problems.push(`${which} is altered`)
    else if (proof.head !== head) problems.push(`${which} is that of another file: its head is ${proof.head}`)
    return proof?.head === head ? [proof] : []
  })
}

type Reading = { options: VerifyOptions; problems: string[] }

/** Verifies signatures and stamps; a stamp that several proofs have counts once. */
async function readProofs(manifest: Manifest, proofs: readonly Proof[], { options, problems }: Reading) {
  let origin: Origin | undefined
  for (const { signature } of proofs) {
    if (!(await isSignatureValid(manifest.head, signature))) problems.push('The signature is not valid')
    const { issuer, signedAt, publicKey } = signature
    const isKnown = options.keys?.includes(publicKey) ?? false
    if (options.keys && !isKnown) problems.push('The file is signed, but not with a key of the issuer')
    origin = { issuer, signedAt, publicKey, isKnown }
  }
  if (options.keys && proofs.length === 0) problems.push('The file has no signature of the issuer')
  const stamps: Unaltered['stamps'] = []
  const read = new Set<string>()
  for (const { authority, token } of proofs.flatMap((proof) => proof.stamps)) {
    if (read.has(token)) continue
    read.add(token)
    const about = { text: manifest.head, notBefore: new Date(manifest.madeAt), roots: options.roots }
    const stamp = await verifyStamp(bytesOf(token), about).catch((problem: Error) => {
      if (!(problem instanceof BadStamp)) throw problem
      problems.push(`Time stamp of ${authority}: ${problem.message}`)
    })
    if (stamp) stamps.push({ authority, ...stamp })
  }
  return { origin, stamps }
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

type EntriesFound = { listed: ArchiveEntry[]; manifest: string | undefined; proof: string | undefined }
type EntryReading = { problems: string[]; hashing: NonNullable<VerifyOptions['hashing']> }

/** Reads every entry once, with hashes to compare with the manifest. */
async function readEntries(
  source: Source,
  entries: readonly ZipEntry[],
  { problems, hashing }: EntryReading,
): Promise<EntriesFound> {
  const found: EntriesFound = { listed: [], manifest: undefined, proof: undefined }
  for (const entry of entries) {
    const { name, bytes, offset } = entry
    const head = localHeader(entry)
    if (!isEqual(await source.read(offset, head.length), head)) problems.push(`The header of ${name} is altered`)
    const isText = (name === manifestName || name === proofName) && bytes <= largestManifest
    let text = ''
    const decoder = new TextDecoder()
    const hash = hashing.openSha256()
    let crc = 0
    for (let at = 0; at < bytes; at += pieceBytes) {
      const piece = await source.read(offset + head.length + at, Math.min(pieceBytes, bytes - at))
      hash.update(piece)
      crc = hashing.crc32(piece, crc)
      if (isText) text += decoder.decode(piece, { stream: true })
    }
    if (crc !== entry.crc) problems.push(`${name} is altered`)
    if (isText) found[name === manifestName ? 'manifest' : 'proof'] = text + decoder.decode()
    else found.listed.push({ name, bytes, sha256: hash.hex() })
  }
  const last = entries.slice(found.proof === undefined ? -1 : -2).map(({ name }) => name)
  const expected = found.proof === undefined ? [manifestName] : [manifestName, proofName]
  if (found.manifest !== undefined && last.join() !== expected.join())
    problems.push(
      `${expected.join(' and ')} ${expected.length === 1 ? 'is not the last entry' : 'are not the last entries'}`,
    )
  return found
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

const isEqual = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, at) => byte === b[at])

function lastIndexOf(bytes: Uint8Array, part: Uint8Array): number {
  for (let at = bytes.length - part.length; at >= 0; at--)
    if (part.every((byte, n) => bytes[at + n] === byte)) return at
  return -1
}

function manifestIn(text: string | undefined, problems: string[]): Manifest | undefined {
  if (text === undefined) {
    problems.push(`${manifestName} is missing`)
    return undefined
  }
  const manifest = readManifest(text)
  if (!manifest || manifestText(manifest) !== text) problems.push(`${manifestName} is altered`)
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
