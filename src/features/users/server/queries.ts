import type { Person } from '#features/users/contract.ts'
import type { Page } from '#kit/contract/page.ts'
import { isActive } from '#kit/server/active-people.ts'
import { type Db, joinConditions, row, rows, type Sql, sql } from '#kit/server/db.ts'
import { fullNameOf } from '#kit/server/full-name.ts'
import { orderOf, readPage } from '#kit/server/read-page.ts'
import { searchConditions } from '#kit/server/search-text.ts'
import type { Role } from '#vocabulary/roles.ts'

/** The sort keys of the list and the SQL expression of each (A-023, G11). */
const sortable: Readonly<Record<string, Sql>> = {
  username: sql`lower(u.username)`,
  firstName: sql`lower(u.first_name)`,
  email: sql`lower(u.email)`,
  lastLoggedInAt: sql`u.last_signed_in_at`,
  twoFactorAuth: sql`u.two_factor`,
  isBlocked: sql`u.is_blocked`,
  employeeCode: sql`lower(u.employee_code)`,
}

/** All columns of a user, as the Admin sees it (A-056). */
const wholePerson = sql`u.id, u.id "_id", u.username, u.first_name "firstName", u.last_name "lastName", u.email, u.mobile, u.role,
  case when c.id is not null then jsonb_build_object('id', c.id, '_id', c.id, 'name', c.name) end company,
  u.employee_code "employeeCode", u.two_factor "twoFactorAuth",
  exists (select from authenticators a where a.user_id = u.id and a.confirmed_at is not null) "hasAuthenticator", u.is_google::int "isGoogleAuth",
  u.is_blocked::int "isBlocked", u.last_signed_in_at "lastLoggedInAt", u.version`

export type UsersQuery = {
  page?: number | undefined
  perPage?: number | undefined
  sortBy?: string | undefined
  sortDirection?: 'asc' | 'desc' | undefined
  search?: string | undefined
}

/** One page of users, newest first by default. `searchIn`: search all fields or names only. */
export function pageOfUsers(db: Db, query: UsersQuery, searchIn: 'everything' | 'names'): Promise<Page<Person>> {
  const matching = searchIn === 'names' ? inNames : inEverything
  const conditions = joinConditions([sql`u.deleted_at is null`, ...matching(query.search)])
  return readPage(db, query, {
    select: wholePerson,
    from: sql`from users u left join companies c on c.id = u.company_id where ${conditions}`,
    order: orderOf(query, sortable, sql`u.id`),
  })
}

function inEverything(search: string | undefined): Sql[] {
  return searchConditions(search, [sql`u.search_text`], (pattern) => [
    sql`u.company_id = any(array(select c.id from companies c where c.name ilike ${pattern} and c.deleted_at is null))`,
  ])
}

/** The complete search text is matched first because it has the index. */
function inNames(search: string | undefined): Sql[] {
  const names = sql`concat_ws(e'\n', u.username, ${fullNameOf(sql`u`)})`
  return [...searchConditions(search, [sql`u.search_text`]), ...searchConditions(search, [names])]
}

/** An undeleted user as the Admin sees it. */
export function wholePersonById(db: Db, id: string): Promise<Person | undefined> {
  return row(
    db,
    sql`select ${wholePerson} from users u left join companies c on c.id = u.company_id
      where u.id = ${id} and u.deleted_at is null`,
  )
}

/** The email address of a user who may sign in; '' of anybody else: a deleted user's may be somebody else's now. */
export async function emailOf(db: Db, userId: string): Promise<string> {
  const found = await row<{ email: string }>(
    db,
    sql`select u.email from users u where u.id = ${userId} and ${isActive(sql`u`)}`,
  )
  return found?.email ?? ''
}

/** Whether the company exists; locks it against deletion until the transaction ends. */
export async function isCompany(db: Db, id: string): Promise<boolean> {
  return Boolean(await row(db, sql`select 1 from companies where id = ${id} and deleted_at is null for key share`))
}

/** The id of the user of this address, in any letter case. */
export async function userOf(db: Db, email: string): Promise<string | undefined> {
  const found = await row<{ id: string }>(
    db,
    sql`select u.id from users u where lower(u.email) = lower(${email}) and u.deleted_at is null`,
  )
  return found?.id
}

/** Every user as a row of the sheet, in the sheet's column order; the first password is always empty. */
export const userSheetRows = sql`select u.email, u.first_name, u.last_name, u.mobile, u.role, c.name, u.employee_code,
    u.two_factor, u.is_google, u.is_blocked, null::text
  from users u left join companies c on c.id = u.company_id where u.deleted_at is null order by lower(u.email), u.id`

/** Which of the two unique fields, email and employee code, another user already has. */
export async function takenFields(
  db: Db,
  person: { id: string; email: string; employeeCode: string | null },
): Promise<{ email: boolean; employeeCode: boolean }> {
  const other = sql`u.deleted_at is null and u.id <> ${person.id}`
  const found = await row<{ email: boolean; employeeCode: boolean }>(
    db,
    sql`select
      exists (select 1 from users u where ${other} and lower(u.username) = lower(${person.email}))
        or exists (select 1 from users u where ${other} and lower(u.email) = lower(${person.email})) email,
      exists (select 1 from users u where ${other} and lower(u.employee_code) = lower(${person.employeeCode})) "employeeCode"`,
  )
  return found!
}

/** The stored fields of a user. */
export type StoredPerson = {
  id: string
  email: string
  firstName: string
  lastName: string
  mobile: string
  role: Role
  companyId: string | null
  employeeCode: string | null
  twoFactor: boolean
  isGoogle: boolean
  isBlocked: boolean
  passwordHash: string | null
}

/** Inserts a user. */
export async function addPerson(db: Db, person: StoredPerson): Promise<void> {
  await rows(
    db,
    sql`insert into users (id, username, email, first_name, last_name, mobile, role, company_id, employee_code,
        two_factor, is_google, is_blocked, password_hash)
      values (${person.id}, ${person.email}, ${person.email}, ${person.firstName}, ${person.lastName}, ${person.mobile}, ${person.role},
        ${person.companyId}, ${person.employeeCode}, ${person.twoFactor}, ${person.isGoogle}, ${person.isBlocked}, ${person.passwordHash})`,
  )
}

/** Updates all fields of a user and increments the version. */
export async function changePerson(db: Db, person: StoredPerson): Promise<void> {
  await rows(
    db,
    sql`update users set username = ${person.email}, email = ${person.email}, first_name = ${person.firstName},
        last_name = ${person.lastName}, mobile = ${person.mobile}, role = ${person.role}, company_id = ${person.companyId},
        employee_code = ${person.employeeCode}, two_factor = ${person.twoFactor}, is_google = ${person.isGoogle},
        is_blocked = ${person.isBlocked}, password_hash = ${person.passwordHash}, version = version + 1, updated_at = now()
      where id = ${person.id}`,
  )
}

/** Soft-deletes a user. */
export async function markDeleted(db: Db, id: string): Promise<void> {
  await rows(db, sql`update users set deleted_at = now(), updated_at = now(), version = version + 1 where id = ${id}`)
}

export type LockedPerson = {
  id: string
  role: Role
  companyId: string | null
  twoFactor: boolean
  isGoogle: boolean
  isBlocked: boolean
  passwordHash: string | null
}

const lockable = sql`u.id, u.role, u.company_id "companyId", u.two_factor "twoFactor", u.is_google "isGoogle",
  u.is_blocked "isBlocked", u.password_hash "passwordHash"`
const activeAdmin = sql`(u.role = 'Admin' and ${isActive(sql`u`)})`

/**
 * Locks a user and every Admin who can sign in, always in the same order, so that of two Admins who remove each other
 * the second waits for the first and then sees its result. Returns those that still exist.
 */
export function lockWithAdmins(db: Db, id: string): Promise<LockedPerson[]> {
  return rows(
    db,
    sql`select ${lockable} from users u where u.deleted_at is null and (u.id = ${id} or ${activeAdmin})
      order by u.id for no key update`,
  )
}

/** Locks a user only; returns it, if it still exists, and every Admin who can sign in. */
export async function lockAlone(db: Db, id: string): Promise<LockedPerson[]> {
  const own = await rows<LockedPerson>(
    db,
    sql`select ${lockable} from users u where u.deleted_at is null and u.id = ${id} for no key update`,
  )
  return [...own, ...(await activeAdmins(db)).filter((one) => one.id !== id)]
}

/** Every Admin who can sign in, not locked. */
export function activeAdmins(db: Db): Promise<(LockedPerson & { email: string })[]> {
  return rows(db, sql`select ${lockable}, u.email from users u where ${activeAdmin}`)
}

/**
 * Locks all users of a sheet at once, and with them every Admin who can sign in if `withAdmins`: in the order of
 * `lockWithAdmins`, so that an import and a concurrent change cannot deadlock.
 */
export async function lockAll(
  db: Db,
  emails: readonly string[],
  { withAdmins }: { withAdmins: boolean },
): Promise<void> {
  await rows(
    db,
    sql`select 1 from users u
      where u.deleted_at is null and (lower(u.email) = any(select lower(e) from unnest(${emails}::text[]) e)
        ${withAdmins ? sql`or ${activeAdmin}` : sql``})
      order by u.id for no key update`,
  )
}
