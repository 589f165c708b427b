import { type Action, type Purpose, wrongMinutes } from '#features/action-passwords/rules.ts'
import { type Db, row, rows, sql } from '#kit/server/db.ts'

/** The hashes of those of these passwords that are set. */
export async function hashesOf(db: Db, purposes: readonly Purpose[]): Promise<string[]> {
  const found = await rows<{ hash: string }>(
    db,
    sql`select password_hash as hash from action_passwords where purpose = any(${purposes}::text[])`,
  )
  return found.map(({ hash }) => hash)
}

/** How often a user gave a wrong password for an action lately. */
export async function recentWrong(db: Db, userId: string, purpose: Action): Promise<number> {
  const found = await row<{ n: number }>(
    db,
    sql`select count(*) as n from action_attempts
      where user_id = ${userId} and purpose = ${purpose} and not succeeded
        and at > now() - make_interval(mins => ${wrongMinutes})`,
  )
  return found!.n
}

/** Locks the attempts of a user until the transaction ends, so that many at once are counted one after the other. */
export async function lockAttempts(db: Db, userId: string): Promise<void> {
  await rows(db, sql`select pg_advisory_xact_lock(hashtext('action-attempts'), hashtext(${userId}))`)
}

/** Records an attempt. */
export async function addAttempt(
  db: Db,
  attempt: { userId: string; purpose: Action; succeeded: boolean },
): Promise<void> {
  await rows(
    db,
    sql`insert into action_attempts (user_id, purpose, succeeded)
      values (${attempt.userId}, ${attempt.purpose}, ${attempt.succeeded})`,
  )
}

/** Stores the password of an action. */
export async function savePassword(
  db: Db,
  { purpose, hash, userId }: { purpose: Purpose; hash: string; userId: string },
): Promise<void> {
  await rows(
    db,
    sql`insert into action_passwords (purpose, password_hash, set_by) values (${purpose}, ${hash}, ${userId})
      on conflict (purpose) do update set password_hash = excluded.password_hash, set_by = excluded.set_by, set_at = now()`,
  )
}

/** The passwords that are set, who set them and when. */
export function storedPasswords(db: Db): Promise<{ purpose: Purpose; setBy: string; setAt: string }[]> {
  return rows(
    db,
    sql`select p.purpose, u.username as "setBy", p.set_at as "setAt" from action_passwords p join users u on u.id = p.set_by`,
  )
}
