import type { Db } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { addFiles as insertFiles, deleteFiles } from './queries.ts'

type ExportFile = { name: string; key: string; mediaType: string; bytes: number; sha256: Buffer }

/** Records files that the program itself made for a user, so that signed links to them work. */
export async function addFiles(
  db: Db,
  { bucket, userId, files }: { bucket: string; userId: string; files: readonly ExportFile[] },
): Promise<void> {
  const stored = files.map(({ name, ...file }) => ({
    id: newId(),
    bucket,
    purpose: 'export',
    originalName: name,
    ...file,
  }))
  await insertFiles(db, stored, userId)
}

/** Ends the links to such files. */
export const forgetFiles = (db: Db, bucket: string, keys: readonly string[]): Promise<void> =>
  deleteFiles(db, { bucket, purpose: 'export', keys })
