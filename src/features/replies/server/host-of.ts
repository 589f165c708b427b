import { sql } from '#kit/server/db.ts'

/** The host that a mail `i` names. */
export const hostOf = sql`case when i.host_email is not null
  then jsonb_build_object('name', i.host_name, 'email', i.host_email) end`
