import { type Sql, sql } from './db.ts'

/** Whether a row of `users` is a member of staff who can sign in. */
export const isActiveStaff = (user: Sql): Sql =>
  sql`(${user}.role <> 'Client' and ${user}.deleted_at is null and not ${user}.is_blocked)`
