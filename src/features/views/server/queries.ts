import { type Db, joinConditions, row, rows, sql, type Sql } from '#kit/server/db.ts'
import { fullNameOf } from '#kit/server/full-name.ts'
import { jsonbOf } from '#kit/server/jsonb.ts'
import { newId } from '#kit/server/id.ts'
import { isStaff, type Session } from '#kit/server/session.ts'
import type { SavedView } from '#features/views/contract.ts'
import { listsOf } from '#features/views/rules.ts'

/**
 * The views that a person sees, as a condition on `v`: the own ones, and those that are shared with the team or with a
 * company of theirs, of lists that their role has.
 */
function seenBy(session: Session): Sql {
  const shared = isStaff(session) ? sql`v.company_id is null` : sql`v.company_id = any(${session.companyIds}::uuid[])`
  return sql`(v.user_id = ${session.userId}::uuid or (v.is_shared and ${shared}))
    and v.list = any(${listsOf(session.role)}::text[])`
}

async function viewsWhere(db: Db, session: Session, conditions: readonly Sql[]): Promise<SavedView[]> {
  return rows<SavedView>(
    db,
    sql`select v.id, v.list, v.name, v.search, v.is_shared as "isShared", p.view_id is not null as "isPinned",
        v.user_id = ${session.userId}::uuid as "isOwn",
        (v.user_id = ${session.userId}::uuid or ${session.role === 'Admin'}::boolean) as "mayChange",
        ${fullNameOf(sql`u`)} as owner
      from saved_views v join users u on u.id = v.user_id
      left join view_pins p on p.view_id = v.id and p.user_id = ${session.userId}::uuid
      where ${joinConditions([seenBy(session), ...conditions])} order by lower(v.name), v.id limit 500`,
  )
}

/** The views of a list, or of all lists, that a person sees, by name. */
export const viewsOf = (db: Db, session: Session, list: string | undefined): Promise<SavedView[]> =>
  viewsWhere(db, session, list === undefined ? [] : [sql`v.list = ${list}`])

/** The views that a person pinned and still sees, by name. */
export const pinnedViews = (db: Db, session: Session): Promise<SavedView[]> =>
  viewsWhere(db, session, [sql`p.view_id is not null`])

/** One view that a person sees; undefined otherwise. */
export async function viewSeen(db: Db, session: Session, id: string): Promise<SavedView | undefined> {
  return (await viewsWhere(db, session, [sql`v.id = ${id}::uuid`]))[0]
}

/** Serialises a person's changes of views until the transaction ends. */
export async function lockViews(db: Db, userId: string): Promise<void> {
  await rows(db, sql`select 1 from users where id = ${userId}::uuid for no key update`)
}

/** The owner of a view. */
export async function ownerOf(db: Db, id: string): Promise<string> {
  return (await row<{ user_id: string }>(db, sql`select user_id from saved_views where id = ${id}::uuid`))!.user_id
}

/** A person's own views of a list. */
export async function ownViews(db: Db, userId: string, list: string): Promise<{ id: string; name: string }[]> {
  return rows(db, sql`select id, name from saved_views where user_id = ${userId}::uuid and list = ${list}`)
}

/** The company that a person shares views with; null for staff, who share them with the team. */
const ownCompany = (userId: string): Sql =>
  sql`(select case when role = 'Client' then company_id end from users where id = ${userId}::uuid)`

/** Inserts a view, or overwrites the own one with the same name in any letter case; returns its id. */
export async function upsertView(
  db: Db,
  userId: string,
  view: { list: string; name: string; search: Readonly<Record<string, string>>; isShared: boolean | undefined },
): Promise<string> {
  const { list, name, search, isShared } = view
  const saved = await row<{ id: string }>(
    db,
    sql`insert into saved_views (id, user_id, list, name, search, is_shared, company_id)
      values (${newId()}, ${userId}::uuid, ${list}, ${name}, ${jsonbOf(search)}::jsonb,
        ${isShared ?? false}, ${ownCompany(userId)})
      on conflict (user_id, list, lower(name)) do update set name = excluded.name, search = excluded.search,
        is_shared = ${isShared === undefined ? sql`saved_views.is_shared` : sql`excluded.is_shared`},
        company_id = excluded.company_id
      returning id`,
  )
  return saved!.id
}

/** Changes the name of a view; the caller has checked that the person may. */
export async function updateViewName(db: Db, id: string, name: string): Promise<void> {
  await rows(db, sql`update saved_views set name = ${name} where id = ${id}::uuid`)
}

/** Shares a view of this owner with its company or the team, or no longer; then others have no pins of it. */
export async function setShared(db: Db, id: string, ownerId: string, isShared: boolean): Promise<void> {
  await rows(
    db,
    sql`update saved_views set is_shared = ${isShared}, company_id = ${ownCompany(ownerId)} where id = ${id}::uuid`,
  )
  if (!isShared) await rows(db, sql`delete from view_pins where view_id = ${id}::uuid and user_id <> ${ownerId}::uuid`)
}

/** Pins a view for a person, or no longer; returns how many are pinned then. */
export async function setPinned(db: Db, userId: string, id: string, isPinned: boolean): Promise<number> {
  await rows(
    db,
    isPinned
      ? sql`insert into view_pins (user_id, view_id) values (${userId}::uuid, ${id}::uuid) on conflict do nothing`
      : sql`delete from view_pins where user_id = ${userId}::uuid and view_id = ${id}::uuid`,
  )
  return (await row<{ n: number }>(db, sql`select count(*)::int as n from view_pins where user_id = ${userId}::uuid`))!
    .n
}

/** Deletes a view; the caller has checked that the person may. */
export async function removeView(db: Db, id: string): Promise<void> {
  await rows(db, sql`delete from saved_views where id = ${id}::uuid`)
}
