import { type Sql, sql } from '#kit/server/db.ts'

/** Whether a notification `n` with its notice `o` has this id, is of this notice, or of one that it was joined into. */
export const hasNotificationId = (id: string): Sql =>
  sql`(${id}::uuid in (n.id, n.notice_id) or ${id}::uuid = any(o.joined_ids))`
