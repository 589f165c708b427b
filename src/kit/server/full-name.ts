import { type Sql, sql } from './db.ts'

/** First and last name of a row of `users`; empty where both are. */
export const fullNameOf = (user: Sql): Sql => sql`trim(${user}.first_name || ' ' || ${user}.last_name)`

/** The full name of a row of `users`, or else the role: never username or email address. */
export const nameOrRoleOf = (user: Sql): Sql => sql`coalesce(nullif(${fullNameOf(user)}, ''), ${user}.role)`
