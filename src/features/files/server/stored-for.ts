import type { Db } from '#kit/server/db.ts'
import { keyOfLink } from '#kit/server/files.ts'
import { filesFor } from './queries.ts'

/** What an upload call may store (G97). */
export type FilePurpose =
  | 'images'
  | 'white-list'
  | 'configuration'
  | 'purchase-image'
  | 'purchase-paper'
  | 'activity'
  | 'phishing-message'

/**
 * The keys behind links (or keys) that an upload for this purpose returned, in their order; undefined for anything
 * else. Links may have expired: the caller decides who may refer to a stored file.
 */
export async function storedFor(
  db: Db,
  params: { bucket: string; purpose: FilePurpose; links: readonly string[] },
): Promise<(string | undefined)[]> {
  const keys = params.links.map(keyOfLink)
  const requestedKeys = keys.filter((key) => key !== undefined)
  if (requestedKeys.length === 0) return keys
  const known = new Set((await filesFor(db, { ...params, keys: requestedKeys })).map(({ key }) => key))
  return keys.map((key) => (key !== undefined && known.has(key) ? key : undefined))
}
