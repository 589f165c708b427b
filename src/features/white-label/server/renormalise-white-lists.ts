import { type Db, rows, sql } from '#kit/server/db.ts'
import { normaliseAddress } from '#vocabulary/addresses.ts'

type Entry = { listId: string; position: number; normalised: string; address: string }

const batchSize = 5000

/**
 * Normalises the lines of white lists again after the normal form of addresses changed (G63); how they were written
 * stays. May be ended and repeated at any point.
 */
export async function renormaliseWhiteLists(db: Db): Promise<void> {
  let after: Entry | undefined
  do {
    const found: Entry[] = await entriesAfter(db, after)
    const changed = found.flatMap((one) => {
      const wanted = normaliseAddress(one.address)
      return wanted === one.normalised || wanted === '' ? [] : [{ ...one, wanted }]
    })
    if (changed.length > 0) await writeEntries(db, changed)
    after = found.length === batchSize ? found.at(-1) : undefined
  } while (after)
}

function entriesAfter(db: Db, after: Entry | undefined): Promise<Entry[]> {
  const further = after ? sql`(list_id, position) > (${after.listId}::uuid, ${after.position})` : sql`true`
  return rows(
    db,
    sql`select list_id as "listId", position, normalised, coalesce(written, normalised) as address
        from white_list_entries where ${further} order by list_id, position limit ${batchSize}`,
  )
}

async function writeEntries(db: Db, changed: readonly (Entry & { wanted: string })[]): Promise<void> {
  await rows(
    db,
    sql`update white_list_entries e set normalised = w.wanted, written = coalesce(e.written, e.normalised)
        from unnest(${changed.map(({ listId }) => listId)}::uuid[], ${changed.map(({ position }) => position)}::int[],
          ${changed.map(({ normalised }) => normalised)}::text[], ${changed.map(({ wanted }) => wanted)}::text[])
          as w (list_id, position, normalised, wanted)
        where e.list_id = w.list_id and e.position = w.position and e.normalised = w.normalised`,
  )
}
