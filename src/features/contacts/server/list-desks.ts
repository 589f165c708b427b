import type { ListDesk, listDesks } from '#features/contacts/contract.ts'
import { messages } from '#features/contacts/messages.ts'
import { logDataChange } from '#kit/server/audit.ts'
import { changedFields } from '#kit/server/changed-fields.ts'
import { type Db, row, rows, sql } from '#kit/server/db.ts'
import type { Call } from '#kit/server/serve.ts'

/** Of these addresses, those of desks that take lists, in lower case, and up to how many findings an email may have. */
export async function listDesksAmong(db: Db, emails: readonly string[]): Promise<Map<string, number>> {
  const found = await rows<ListDesk>(
    db,
    sql`select email, per_email as "perEmail" from list_desks
      where email = any(${emails.map((one) => one.toLowerCase())}::text[])`,
  )
  return new Map(found.map(({ email, perEmail }) => [email, perEmail]))
}

/** Every desk that takes lists, by its address. */
export const allListDesks = (db: Db): Promise<ListDesk[]> =>
  rows(db, sql`select email, per_email as "perEmail" from list_desks order by email`)

/** Records that a desk takes lists of up to so many findings, or (null) that it takes one email for each. */
export async function saveListDesk({
  db,
  session,
  input: { email, perEmail },
}: Call<typeof listDesks.save>): Promise<{ message: string }> {
  const before = await row<{ perEmail: number }>(
    db,
    sql`select per_email as "perEmail" from list_desks where email = ${email}`,
  )
  if (perEmail === null) await rows(db, sql`delete from list_desks where email = ${email}`)
  else
    await rows(
      db,
      sql`insert into list_desks (email, per_email, changed_by) values (${email}, ${perEmail}, ${session.userId}::uuid)
        on conflict (email) do update set per_email = excluded.per_email, changed_by = excluded.changed_by, changed_at = now()`,
    )
  await logDataChange(db, session, {
    type: perEmail === null ? 'delete' : 'update',
    model: 'List desk',
    total: 1,
    subject: email,
    changes: changedFields({ perEmail: messages.perEmail }, before ?? {}, { perEmail }),
  })
  return { message: perEmail === null ? messages.listDeskRemoved : messages.listDeskSaved }
}
