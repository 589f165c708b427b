import { contains, type Db, every, row, rows, type Sql, sql } from '#kit/server/db.ts'
import type { Role } from '#vocabulary/roles.ts'

export type UserRow = {
  id: string
  username: string
  firstName: string
  lastName: string
  email: string
  mobile: string
  avatar: string
  role: Role
  company: { id: string; _id: string; name: string } | null
  employeeCode: string | null
  twoFactorAuth: boolean
  isGoogleAuth: 0 | 1
  isBlocked: 0 | 1
  lastSignedInAt: string | null
  createdAt: string
}

/** What a list may be sorted by, and the column behind each name (G11). */
const sortable: Readonly<Record<string, Sql>> = {
  username: sql`lower(u.username)`,
  firstName: sql`lower(u.first_name)`,
  lastName: sql`lower(u.last_name)`,
  email: sql`lower(u.email)`,
  role: sql`u.role`,
  company: sql`lower(c.name)`,
  employeeCode: sql`lower(u.employee_code)`,
  createdAt: sql`u.created_at`,
}

export type UsersAsked = {
  page: number
  size: number
  sortBy: string | undefined
  direction: 'asc' | 'desc' | undefined
  search: string | undefined
  /** Whether the search looks into everything (Admin) or only into what an Analyst is shown (G39). */
  searchAll: boolean
}

/** One page of users, and how many there are. Staff only; the caller cuts the row to what the role may see (G39). */
export async function listUsers(db: Db, asked: UsersAsked): Promise<{ docs: UserRow[]; total: number }> {
  const chosen = every([sql`u.deleted_at is null`, ...(asked.search ? [searched(asked.search, asked.searchAll)] : [])])
  const from = sql`from users u left join companies c on c.id = u.company_id where ${chosen}`
  const order = sortable[asked.sortBy ?? 'username'] ?? sql`lower(u.username)`
  const direction = asked.direction === 'desc' ? sql`desc` : sql`asc`
  const docs = await rows<UserRow>(
    db,
    sql`select u.id, u.username, u.first_name "firstName", u.last_name "lastName", u.email, u.mobile, u.avatar, u.role,
          case when c.id is not null then jsonb_build_object('id', c.id, '_id', c.id, 'name', c.name) end company,
          u.employee_code "employeeCode", u.two_factor "twoFactorAuth", u.is_google::int "isGoogleAuth",
          u.is_blocked::int "isBlocked", u.last_signed_in_at "lastSignedInAt", u.created_at "createdAt"
        ${from} order by ${order} ${direction} nulls last, u.id desc
        limit ${asked.size} offset ${(asked.page - 1) * asked.size}`,
  )
  const counted = await row<{ total: number }>(db, sql`select count(*)::int total ${from}`)
  return { docs, total: counted?.total ?? 0 }
}

function searched(text: string, all: boolean): Sql {
  const names = sql`concat_ws(e'\n', u.username, u.first_name, u.last_name)`
  const everything = sql`concat_ws(e'\n', u.username, u.first_name, u.last_name, u.email, u.mobile, u.employee_code, c.name)`
  return sql`${all ? everything : names} ilike ${contains(text)}`
}

export async function emailOf(db: Db, userId: string): Promise<string> {
  const found = await row<{ email: string }>(db, sql`select email from users where id = ${userId}`)
  return found?.email ?? ''
}
