import { evidence } from '#features/case-files/messages.ts'
import type { ArchiveEntry } from '#kit/evidence/manifest.ts'
import type { Db } from '#kit/server/db.ts'
import type { FileStore } from '#kit/server/files.ts'
import type { DatedFile } from './evidence-lists.ts'
import { recordOfFile } from './stored-queries.ts'
import type { ZipWriter } from './write-zip.ts'

/** A stored object in the archive, and the result of checking its hash. */
export type EvidenceFile = { file: string | null; name: string; sha256: string | null; verdict: keyof typeof evidence }

/** The dependencies and the state of one build. */
export type GatherContext = {
  db: Db
  files: FileStore
  zip: ZipWriter
  zone: string
  product: string
  /** Attachments shared by several notices, by key: written once. */
  documents: Map<string, EvidenceFile>
  listed: ArchiveEntry[]
  /** What was stored, unchanged since, and when: a daily list has it. */
  dated: DatedFile[]
}

/** Writes a stored object into the archive, with its hash compared with that of when it was stored; `onContent` gets its bytes. */
export async function storedObject(
  context: GatherContext,
  base: string,
  key: string,
  onContent?: (bytes: Buffer) => Promise<void>,
): Promise<EvidenceFile> {
  const record = await recordOfFile(context.db, context.files.bucket, key)
  const name = record?.name ?? key
  const content = await context.files.read(key)
  if (!content) return { file: null, name, sha256: null, verdict: 'missing' }
  const file = `${base}.${extensionOf(key)}`
  const { sha256 } = await add(context, file, content)
  await onContent?.(content)
  return checked(context, { file, name, sha256 }, record)
}

/** Compares an entry with the hash of when it was stored. */
export function checked(
  { dated }: GatherContext,
  entry: { file: string; name: string; sha256: string },
  record: { sha256: string | null; at: string | null } | undefined,
): EvidenceFile {
  if (!record?.sha256) return { ...entry, verdict: 'unrecorded' }
  if (record.sha256 !== entry.sha256) return { ...entry, verdict: 'differs' }
  if (record.at !== null) dated.push({ file: entry.file, sha256: entry.sha256, at: record.at })
  return { ...entry, verdict: 'same' }
}

/** A safe file extension from an untrusted name; 'bin' without one. */
export const extensionOf = (name: string): string => /\.([A-Za-z0-9]{1,5})$/.exec(name)?.[1]?.toLowerCase() ?? 'bin'

export async function add({ zip, listed }: GatherContext, name: string, content: Uint8Array): Promise<ArchiveEntry> {
  const one = await zip.add(name, content)
  listed.push(one)
  return one
}

export const addJson = (context: GatherContext, name: string, value: unknown): Promise<ArchiveEntry> =>
  add(context, name, Buffer.from(`${JSON.stringify(value, null, 1)}\n`))
