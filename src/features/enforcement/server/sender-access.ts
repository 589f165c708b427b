import { messages } from '#features/enforcement/messages.ts'
import { isActiveStaff } from '#kit/server/active-staff.ts'
import { type Db, row, sql } from '#kit/server/db.ts'

/**
 * Why an email may not leave now: it is a notice of a person who was blocked or deleted or became a client after sending
 * it (docs/decisions/0012). undefined for any other, also for those that an escalation sends.
 */
export async function whyNotToSend(db: Db, mailId: string): Promise<string | undefined> {
  const found = await row(
    db,
    sql`select from enforcements e join users u on u.id = e.created_by
      where e.id = ${mailId} and not ${isActiveStaff(sql`u`)}`,
  )
  return found ? messages.senderGone : undefined
}
