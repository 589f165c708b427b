import { type Sql, sql } from './db.ts'

/** Whether a row of `users` is a person who can sign in: neither blocked nor deleted. */
export const isActive = (user: Sql): Sql => sql`(${user}.deleted_at is null and not ${user}.is_blocked)`

/** Whether a row of `users` is a member of staff who can sign in. */
export const isActiveStaff = (user: Sql): Sql => sql`(${user}.role <> 'Client' and ${isActive(user)})`
