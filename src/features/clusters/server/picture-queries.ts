import { nearBits } from '#kit/server/pdq.ts'
import { type Db, row, rows, sql } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'

/** A stored picture that is to be hashed. */
export type PictureRef = { bucket: string; key: string; tries: number }

/** Until when a claimed picture is not given to another process, and how often it is tried. */
const claimMinutes = 5
export const mostTries = 3

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
  const bits = sql`${bitsOf(hash)}::bit(256)`
  // One at a time: two processes would each make a group for the same picture.
  await rows(db, sql`select pg_advisory_xact_lock(hashtext('picture_groups'))`)
  const near = await row<{ id: string }>(
    db,
    sql`select id from (select id, bit_count(hash # ${bits}) as distance from picture_groups
        where bands && ${nearBands(hash)}::int[]) g
      where distance <= ${nearBits} order by distance, id limit 1`,
  )
  const groupId = near?.id ?? newId()
  if (!near)
    await sql`insert into picture_groups (id, hash, bands) values (${groupId}, ${bits}, ${bandsOf(hash)}::int[])`.execute(
      db,
    )
  await sql`update picture_hashes set state = 'done', hash = ${bits}, quality = ${quality}, group_id = ${groupId}, hashed_at = now()
    where bucket = ${bucket} and key = ${key}`.execute(db)
}

const bitsOf = (hash: string): string =>
  hash.replaceAll(/./g, (digit) => Number.parseInt(digit, 16).toString(2).padStart(4, '0'))

/** The 16 bands of a hash, each with its position, as stored. */
const bandsOf = (hash: string): number[] =>
  Array.from({ length: 16 }, (_, band) => band * 65536 + Number.parseInt(hash.slice(band * 4, band * 4 + 4), 16))

/** The bands of all hashes that differ in at most 31 bits: one of their bands differs in at most one. */
const nearBands = (hash: string): number[] =>
  bandsOf(hash).flatMap((band) => [band, ...Array.from({ length: 16 }, (_, bit) => band ^ (1 << bit))])
