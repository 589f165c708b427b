import type { Db } from '#kit/server/db.ts'
import { type FileStore, newKey } from '#kit/server/files.ts'
import { newId, sha256 } from '#kit/server/id.ts'
import { addFiles } from './queries.ts'

/** A picture or an archive of a page that the program itself has made. */
export type EvidenceFile = { name: string; key: string; mediaType: string; bytes: number; sha256: Buffer }

/** Stores the bytes of such a file; `addEvidence` records it. */
export async function putEvidence(
  files: FileStore,
  { name, bytes, extension, mediaType }: { name: string; bytes: Buffer; extension: string; mediaType: string },
): Promise<EvidenceFile> {
  const key = newKey(extension)
  await files.put(key, bytes, mediaType)
  return { name, key, mediaType, bytes: bytes.length, sha256: sha256(bytes) }
}

/** Records such files, so that signed links to them work and findings can have them as their picture. */
export async function addEvidence(
  db: Db,
  {
    bucket,
    files,
    purpose = 'evidence',
    uploadedBy = null,
  }: { bucket: string; files: readonly EvidenceFile[]; purpose?: string; uploadedBy?: string | null },
): Promise<void> {
  if (files.length === 0) return
  const stored = files.map(({ name, ...file }) => ({
    id: newId(),
    bucket,
    purpose,
    originalName: name,
    ...file,
  }))
  await addFiles(db, stored, uploadedBy)
}
