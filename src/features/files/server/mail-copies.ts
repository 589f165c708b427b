import { createHash } from 'node:crypto'
import type { Db } from '#kit/server/db.ts'
import type { FileStore } from '#kit/server/files.ts'
import { newId } from '#kit/server/id.ts'
import { shrinkPicture } from '#kit/server/shrink-picture.ts'
import { openTurns } from '#kit/server/turns.ts'
import { addCopy, filesByKey } from './queries.ts'

/** The smaller copy of a stored picture that emails carry; `bytes` and the hash are its own. */
export type MailCopy = { bucket: string; key: string; mediaType: string; bytes: number; sha256: string }

/** The key of the copy of a picture for emails; it is removed with the picture. */
export const mailCopyOf = (key: string): string => `${key}.mail.jpg`

const mediaType = 'image/jpeg'
/** Tried in turn, in pixels, until the copy is small enough: a long page should stay readable. */
const longestSides = [4000, 2800, 2000, 1400]
const largestCopy = 2 * 1024 * 1024
/** Decoding takes up to 260 MB: one at a time. */
const turns = openTurns(1)

/**
 * Copies of these stored pictures that are small enough for emails, by the key of the picture. They are made once and
 * kept; after `milliseconds` no more are made. A picture that cannot be read has none.
 */
export async function mailCopies(
  db: Db,
  files: FileStore,
  keys: readonly string[],
  milliseconds = 10_000,
): Promise<Map<string, MailCopy>> {
  if (keys.length === 0) return new Map()
  const { bucket } = files
  const until = Date.now() + milliseconds
  const known = new Map((await filesByKey(db, bucket, keys.map(mailCopyOf))).map((one) => [one.key, one]))
  const copies = new Map<string, MailCopy>()
  for (const key of new Set(keys)) {
    const copy = known.get(mailCopyOf(key)) ?? (Date.now() < until ? await makeCopy(db, files, key) : undefined)
    if (copy) copies.set(key, copy)
  }
  return copies
}

async function makeCopy(db: Db, files: FileStore, original: string): Promise<MailCopy | undefined> {
  await turns.take()
  try {
    const bytes = await files.read(original)
    const small = bytes && (await smallEnough(bytes))
    if (!small) return undefined
    const key = mailCopyOf(original)
    await files.put(key, small, mediaType)
    const sha256 = createHash('sha256').update(small).digest()
    const copy = { bucket: files.bucket, key, mediaType, bytes: small.length }
    // Cells name pictures by the names of files: nobody has given it one.
    await addCopy(db, { ...copy, id: newId(), purpose: 'mail-copy', originalName: key.split('/').at(-1)!, sha256 })
    return { ...copy, sha256: sha256.toString('hex') }
  } finally {
    turns.free()
  }
}

async function smallEnough(bytes: Buffer): Promise<Buffer | undefined> {
  for (const side of longestSides) {
    const small = await shrinkPicture(bytes, side)
    if (!small || small.length <= largestCopy) return small
  }
  return undefined
}
