import { hasCaseFileParts } from './has-case-file-parts.ts'
import { daysNamedIn, type EvidenceList, listName, type NamedDays, openListReader } from './evidence-list.ts'
import { crc32, openSha256 } from './hashes.ts'
import {
  type ArchiveEntry,
  listsName,
  type Manifest,
  manifestName,
  manifestOf,
  manifestText,
  readManifest,
} from './manifest.ts'
import { isEqual } from './is-equal.ts'
import { openText } from './open-text.ts'
import { proofName } from './proof.ts'
import { otherIssuer, type Proved, type ProofOptions, type Provable, readProofs } from './read-proofs.ts'
import { directoryOf, InvalidArchive, type Source } from './read-zip.ts'
import { localHeader, type ZipEntry } from './zip.ts'

/** What the person who verifies has from the issuer, besides the file. */
export type VerifyOptions = ProofOptions & {
  /** The verification code that the issuer recorded. */
  head?: string | undefined
  /** Default: hashes that browsers compute as well. */
  hashing?: { crc32: typeof crc32; openSha256: typeof openSha256 }
}

/** An unaltered file: a case file with its manifest, or the list of evidence of a day. */
export type Unaltered = Proved & {
  bytes: number
  problems: []
  /** The given verification code is that of the file. */
  isHeadKnown: boolean
  /** Roots were given: when it was made is to be proved, too. */
  isTimeAsked: boolean
} & Contents
type Contents =
  | { manifest: Manifest; lists: NamedDays; list?: undefined }
  | { list: EvidenceList; manifest?: undefined }
/**
 * The result of a verification: what an unaltered file shows, or at least one problem. `foreign`: the file is not one of
 * these files at all, or a consistent one that is signed with a key of nobody known.
 */
export type VerifyResult = Unaltered | { problems: [string, ...string[]]; foreign?: 'file' | 'issuer' | undefined }

const noCaseFile =
  'It has nothing of a case file or of the evidence list of a day. Choose the .zip that the issuer sent.'
const pieceBytes = 256 * 1024
const maxShown = 20
/** The largest manifest, in bytes; an entry takes about 300. */
const largestManifest = 64 * 2 ** 20

/**
 * Verifies a case file or the list of evidence of a day: that it is unaltered in itself and, with what its issuer
 * published, that it is the file that was issued, by whom, and not after when. Every byte is checked: headers and texts
 * are generated again and compared. Only of time stamps, which come after the signature, some can be taken out or
 * replaced, and what their authorities did not sign can be changed. Otherwise each problem is a sentence that names the
 * entry. Accepts any input and never throws for invalid bytes.
 */
export async function verifyFile(source: Source, options: VerifyOptions = {}): Promise<VerifyResult> {
  const result = await verified(source, options)
  if (result.problems.length === 0) return result
  if (!(await hasCaseFileParts(source))) return { problems: [noCaseFile], foreign: 'file' }
  return { ...result, foreign: result.problems.join() === otherIssuer ? 'issuer' : undefined } as VerifyResult
}

async function verified(source: Source, options: VerifyOptions): Promise<VerifyResult> {
  try {
    const problems: string[] = []
    const entries = await directoryOf(source)
    const found = await readEntries(source, entries, { problems, hashing: options.hashing ?? { crc32, openSha256 } })
    const about = found.list ? listOf(found, found.list, problems) : caseOf(found, problems)
    const head = options.head?.toLowerCase()
    if (about && head !== undefined && about.head !== head)
      problems.push(`This is not the file that was issued: its head is ${about.head}`)
    const proved = about ? await readProofs(about, found.proof, { options, problems }) : undefined
    const [first, ...others] = new Set(problems)
    if (first !== undefined) return { problems: [first, ...others.slice(0, maxShown - 1)] }
    const asked = { isHeadKnown: head !== undefined, isTimeAsked: options.roots !== undefined }
    return { ...about!.contents, bytes: source.bytes, problems: [], ...asked, ...proved! }
  } catch (problem) {
    if (problem instanceof InvalidArchive) return { problems: [problem.message] }
    throw problem
  }
}

type EntriesFound = {
  listed: ArchiveEntry[]
  manifest: string | undefined
  proof: string | undefined
  lists: string | undefined
  /** In the archive of a day: its list, and the SHA-256 of it. */
  list: { head: string; text: ReturnType<ReturnType<typeof openListReader>['end']> } | undefined
}
/** Entries whose text is needed. */
const textNames: readonly string[] = [manifestName, proofName, listsName]
type EntryReading = { problems: string[]; hashing: NonNullable<VerifyOptions['hashing']> }

/** Reads every entry once, with hashes to compare with the manifest. */
async function readEntries(
  source: Source,
  entries: readonly ZipEntry[],
  { problems, hashing }: EntryReading,
): Promise<EntriesFound> {
  const found: EntriesFound = { listed: [], manifest: undefined, proof: undefined, lists: undefined, list: undefined }
  const isOfDay = entries.some(({ name }) => name === listName) && !entries.some(({ name }) => name === manifestName)
  for (const entry of entries) {
    const { name, bytes, offset } = entry
    const head = localHeader(entry)
    if (!isEqual(await source.read(offset, head.length), head)) problems.push(`The header of ${name} is altered`)
    const isText = textNames.includes(name) && bytes <= largestManifest
    const list = isOfDay && name === listName ? openListReader() : undefined
    let text = ''
    const decoder = openText()
    const hash = hashing.openSha256()
    let crc = 0
    for (let at = 0; at < bytes; at += pieceBytes) {
      const piece = await source.read(offset + head.length + at, Math.min(pieceBytes, bytes - at))
      hash.update(piece)
      crc = hashing.crc32(piece, crc)
      if (isText) text += decoder.read(piece)
      list?.read(decoder.read(piece))
    }
    if (crc !== entry.crc) problems.push(`${name} is altered`)
    if (isText && name === manifestName) found.manifest = text + decoder.end()
    else if (isText && name === proofName) found.proof = text + decoder.end()
    else if (list) {
      list.read(decoder.end())
      found.list = { head: hash.hex(), text: list.end() }
    } else found.listed.push({ name, bytes, sha256: hash.hex() })
    if (isText && name === listsName) found.lists = text + decoder.end()
  }
  const last = entries.slice(found.proof === undefined ? -1 : -2).map(({ name }) => name)
  const expected = found.proof === undefined ? [manifestName] : [manifestName, proofName]
  if (found.list && entries[0]!.name !== listName) problems.push(`${listName} is not the first entry`)
  if (found.manifest !== undefined && last.join() !== expected.join())
    problems.push(
      `${expected.join(' and ')} ${expected.length === 1 ? 'is not the last entry' : 'are not the last entries'}`,
    )
  return found
}

type About = Provable & { contents: Contents }

/** The manifest and what it says of the entries; undefined without a valid one. */
function caseOf(found: EntriesFound, problems: string[]): About | undefined {
  const manifest = manifestIn(found.manifest, problems)
  if (!manifest) return undefined
  compare(manifest, found, problems)
  const contents = { manifest, lists: daysNamedIn(found.lists) }
  const otherProof = 'is that of another file'
  return { head: manifest.head, notBefore: new Date(manifest.madeAt), otherProof, contents }
}

/** The list of a day; its stamps are not older than the end of the day. */
function listOf(
  { listed }: EntriesFound,
  { head, text }: NonNullable<EntriesFound['list']>,
  problems: string[],
): About | undefined {
  for (const { name } of listed) problems.push(`${name} was added`)
  if (typeof text === 'number') {
    problems.push(`${listName} is altered: line ${text} is not one of a list`)
    return undefined
  }
  const notBefore = new Date(Date.parse(text.day) + 86_400_000)
  const otherProof = `is that of another list, or ${listName} is altered`
  return { head, notBefore, otherProof, contents: { list: { head, ...text } } }
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
