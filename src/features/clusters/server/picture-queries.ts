import { nearBits } from '#kit/server/pdq.ts'
import { type Db, rows, sql } from '#kit/server/db.ts'
import { groupOf } from './group-queries.ts'

/** A stored picture that is to be hashed. */
export type PictureRef = { bucket: string; key: string; tries: number }

/** Until when a claimed picture is not given to another process, and how often it is tried. */
const claimMinutes = 5
export const maxTries = 3

/** Claims up to `limit` pictures that are not hashed yet, in the order in which they were stored. */
export function claimPictures(db: Db, limit: number): Promise<PictureRef[]> {
  return rows(
    db,
    sql`update picture_hashes set tries = tries + 1, not_before = now() + make_interval(mins => ${claimMinutes})
      where (bucket, key) in (select bucket, key from picture_hashes where state = 'waiting' and not_before <= now()
        order by not_before limit ${limit} for update skip locked)
      returning bucket, key, tries`,
  )
}

/** A claim that came to nothing for no fault of the picture does not count as a try; it is claimed again in a while. */
export async function giveBackTry(db: Db, { bucket, key }: PictureRef): Promise<void> {
  await sql`update picture_hashes set tries = greatest(0, tries - 1) where bucket = ${bucket} and key = ${key}`.execute(
    db,
  )
}

/** Stores that a picture has no hash: it cannot be read, or shows too little to tell it from others. */
export async function savePictureState(
  db: Db,
  { bucket, key }: PictureRef,
  state: 'poor' | 'unreadable',
): Promise<void> {
  await sql`update picture_hashes set state = ${state}, hashed_at = now() where bucket = ${bucket} and key = ${key}`.execute(
    db,
  )
}

/** Stores the hash of a picture and puts it into the group of those that look the same, or into a group of its own. */
export async function savePictureHash(
  db: Db,
  { bucket, key }: PictureRef,
  { hash, quality }: { hash: string; quality: number },
): Promise<void> {
  const groupId = await groupOf(db, { groups: 'picture_groups', hash, bits: nearBits })
  await sql`update picture_hashes set state = 'done', hash = ('x' || ${hash})::bit(256), quality = ${quality},
      group_id = ${groupId}, hashed_at = now()
    where bucket = ${bucket} and key = ${key}`.execute(db)
}
