import type { LoadedList } from '#features/trademarks/contract.ts'
import { rows, sql, type Db, type Sql } from '#kit/server/db.ts'
import type { ClearinghouseList, ListKind } from './read-list.ts'

/** A loaded list without its marks. */
export type ListState = Pick<LoadedList, 'kind' | 'madeAt' | 'loadedAt' | 'entries' | 'isSigned' | 'signedWith'>

/** When each list was made and loaded, and the number of its entries. */
export async function listStates(db: Db): Promise<ListState[]> {
  return rows<ListState>(
    db,
    sql`select kind, made_at "madeAt", loaded_at "loadedAt", entries, is_signed "isSigned", signed_with "signedWith" from tmch_lists order by kind`,
  )
}

/**
 * Serialises concurrent loads until the transaction ends: the second one waits and then sees what the first one loaded.
 */
export async function lockLists(db: Db): Promise<void> {
  await rows(db, sql`select pg_advisory_xact_lock(hashtext('lists of the clearinghouse'))`)
}

/** Replaces the last list of its kind; `signedWith` null: it came without a signature. */
export async function replaceList(
  db: Db,
  userId: string,
  { kind, madeAt, entries, signedWith }: ClearinghouseList & { signedWith: string | null },
): Promise<void> {
  await rows(
    db,
    sql`insert into tmch_lists (kind, made_at, entries, loaded_by, is_signed, signed_with)
      values (${kind}, ${madeAt}, ${entries.length}, ${userId}, ${signedWith !== null}, ${signedWith})
      on conflict (kind) do update set made_at = excluded.made_at, entries = excluded.entries,
        loaded_by = excluded.loaded_by, loaded_at = now(),
        is_signed = excluded.is_signed, signed_with = excluded.signed_with`,
  )
  await rows(db, sql`delete from ${sql.table(tables[kind])}`)
  const keys = entries.map(({ key }) => key)
  const times = entries.map(({ at }) => at)
  if (kind === 'SMDRL')
    await rows(
      db,
      sql`insert into revoked_marks (smd_id, revoked_at) select * from unnest(${keys}::text[], ${times}::timestamptz[])`,
    )
  else
    await rows(
      db,
      sql`insert into claimed_labels (label, lookup_key, inserted_at)
        select * from unnest(${keys}::text[], ${entries.map(({ lookupKey }) => lookupKey)}::text[], ${times}::timestamptz[])`,
    )
}

const tables: Record<ListKind, string> = { DNL: 'claimed_labels', SMDRL: 'revoked_marks' }

/** Our marks with a label on the claims list. */
export async function claimedMarks(db: Db): Promise<FoundMarks> {
  return foundMarks(
    db,
    sql`select t.id, array_agg(c.label order by c.label) matches
      from trademarks t join claimed_labels c on c.label = any(t.labels) where t.deleted_at is null group by t.id`,
  )
}

/** Our marks whose signed mark was revoked. */
export async function revokedMarks(db: Db): Promise<FoundMarks> {
  return foundMarks(
    db,
    sql`select t.id, array[t.smd_id] matches
      from trademarks t join revoked_marks r on r.smd_id = t.smd_id where t.deleted_at is null`,
  )
}

type FoundMarks = Pick<LoadedList, 'found' | 'marks'>

async function foundMarks(db: Db, matching: Sql): Promise<FoundMarks> {
  type Found = LoadedList['marks'][number] & { found: number }
  const found = await rows<Found>(
    db,
    sql`select t.id, t.mark_name "markName", k.name company, b.brand_name brand, m.matches, count(*) over () found
      from (${matching}) m join trademarks t using (id) join companies k on k.id = t.company_id
        join brands b on b.id = t.brand_id
      order by lower(t.mark_name), t.id limit 100`,
  )
  return { found: found[0]?.found ?? 0, marks: found.map(({ found: _found, ...mark }) => mark) }
}
