import { type Db, row, rows, sql } from '#kit/server/db.ts'
import { jsonbOf } from '#kit/server/jsonb.ts'

/** A person's settings by name. */
export async function settingsOf(db: Db, userId: string): Promise<Record<string, unknown>> {
  const found = await rows<{ name: string; value: unknown }>(
    db,
    sql`select name, value from user_settings where user_id = ${userId}::uuid order by name`,
  )
  return Object.fromEntries(found.map(({ name, value }) => [name, value]))
}

/** Stores settings and removes those that are null; returns how many the person has then. */
export async function changeSettings(
  db: Db,
  userId: string,
  settings: Readonly<Record<string, unknown>>,
): Promise<number> {
  const names = Object.keys(settings)
  const values = Object.values(settings).map((value) => (value === null ? null : jsonbOf(value)))
  const changed = sql`unnest(${names}::text[], ${values}::text[]) as c (name, value)`
  // One person's changes one after the other, so that two windows do not exceed the limit together.
  await rows(db, sql`select 1 from users where id = ${userId}::uuid for no key update`)
  await rows(
    db,
    sql`delete from user_settings where user_id = ${userId}::uuid
      and name in (select c.name from ${changed} where c.value is null)`,
  )
  await rows(
    db,
    sql`insert into user_settings (user_id, name, value)
      select ${userId}::uuid, c.name, c.value::jsonb from ${changed} where c.value is not null
      on conflict (user_id, name) do update set value = excluded.value, updated_at = now()`,
  )
  return (await row<{ n: number }>(
    db,
    sql`select count(*)::int as n from user_settings where user_id = ${userId}::uuid`,
  ))!.n
}
