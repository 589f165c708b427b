import { type Db, row, rows, sql, type Sql } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'

type Grouped = {
  groups: 'picture_groups' | 'template_groups'
  /** 64 hexadecimal digits. */
  hash: string
  /** How many of its 256 bits differ from the first hash of its group at most. */
  bits: number
  /** A group that it stays in while it is near: groups may overlap. */
  present?: string | undefined
}

/**
 * The group of hashes near this one, or a new one. Up to 31 bits none is missed, since one of the bands differs in one bit
 * at most; of those that differ in 40, one in a hundred is. Locks the groups until the transaction ends: two processes would
 * each make a group for the same hash.
 */
export async function groupOf(db: Db, { groups, hash, bits, present }: Grouped): Promise<string> {
  await rows(db, sql`select pg_advisory_xact_lock(hashtext(${groups}))`)
  const value = sql`('x' || ${hash}::text)::bit(256)`
  const nearest = (among: Sql) =>
    row<{ id: string }>(
      db,
      sql`select id from (select id, bit_count(hash # ${value}) as distance from ${sql.table(groups)} where ${among}) g
        where distance <= ${bits} order by distance, id limit 1`,
    )
  const near =
    (present && (await nearest(sql`id = ${present}`))) || (await nearest(sql`bands && ${nearBands(hash)}::int[]`))
  if (near) return near.id
  const id = newId()
  await sql`insert into ${sql.table(groups)} (id, hash, bands) values (${id}, ${value}, ${bandsOf(hash)}::int[])`.execute(
    db,
  )
  return id
}

/** The 16 bands of a hash, each with its position, as stored. */
const bandsOf = (hash: string): number[] =>
  Array.from({ length: 16 }, (_, band) => band * 65536 + Number.parseInt(hash.slice(band * 4, band * 4 + 4), 16))

/** The bands of all hashes that differ in at most 31 bits: one of their bands differs in at most one. */
const nearBands = (hash: string): number[] =>
  bandsOf(hash).flatMap((band) => [band, ...Array.from({ length: 16 }, (_, bit) => band ^ (1 << bit))])
