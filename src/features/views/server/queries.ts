import { type Db, row, rows, sql } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import type { SavedView } from '#features/views/contract.ts'

/** A person's views of a list, by name. */
export async function viewsOf(db: Db, userId: string, list: string): Promise<SavedView[]> {
  return rows<SavedView>(
    db,
    sql`select id, name, search from saved_views where user_id = ${userId}::uuid and list = ${list}
      order by lower(name), id`,
  )
}

/** Serialises a person's changes of views until the transaction ends. */
export async function lockViews(db: Db, userId: string): Promise<void> {
  await rows(db, sql`select 1 from users where id = ${userId}::uuid for no key update`)
}

/** Inserts a view, or overwrites the one with the same name in any letter case; returns its id. */
export async function upsertView(
  db: Db,
  userId: string,
  { list, name, search }: { list: string; name: string; search: Readonly<Record<string, string>> },
): Promise<string> {
  const saved = await row<{ id: string }>(
    db,
    sql`insert into saved_views (id, user_id, list, name, search)
      values (${newId()}, ${userId}::uuid, ${list}, ${name}, ${JSON.stringify(search)}::jsonb)
      on conflict (user_id, list, lower(name)) do update set name = excluded.name, search = excluded.search
      returning id`,
  )
  return saved!.id
}

/** The list a person's view belongs to; undefined when the person has no such view. */
export async function listOfView(db: Db, userId: string, id: string): Promise<string | undefined> {
  const found = await row<{ list: string }>(
    db,
    sql`select list from saved_views where id = ${id}::uuid and user_id = ${userId}::uuid`,
  )
  return found?.list
}

/** Changes the name of a view; the caller has checked that it is the person's own. */
export async function updateViewName(db: Db, id: string, name: string): Promise<void> {
  await rows(db, sql`update saved_views set name = ${name} where id = ${id}::uuid`)
}

/** Deletes a person's view; false when the person has no such view. */
export async function removeView(db: Db, userId: string, id: string): Promise<boolean> {
  const deleted = await rows(
    db,
    sql`delete from saved_views where id = ${id}::uuid and user_id = ${userId}::uuid returning 1`,
  )
  return deleted.length > 0
}
