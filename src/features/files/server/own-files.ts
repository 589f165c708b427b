import type { Db } from '#kit/server/db.ts'
import { filesOf, uploadsInLastHour } from './queries.ts'
import type { FilePurpose } from './stored-for.ts'

type OwnFiles = { bucket: string; purpose: FilePurpose; userId: string; keys: readonly string[] }
export type OwnFile = { key: string; name: string; mediaType: string }

/** Files that this person uploaded for a purpose, in the order of the keys; undefined if one of them is anything else. */
export async function ownFiles(db: Db, params: OwnFiles): Promise<OwnFile[] | undefined> {
  if (params.keys.length === 0) return []
  const known = new Map((await filesOf(db, params)).map((file) => [file.key, file]))
  const found = params.keys.flatMap((key) => known.get(key) ?? [])
  return found.length === params.keys.length ? found : undefined
}

/** Whether a person stored this many files for a purpose within an hour. */
export async function hasUploaded(
  db: Db,
  params: { purpose: FilePurpose; userId: string; max: number },
): Promise<boolean> {
  return (await uploadsInLastHour(db, params)) >= params.max
}
