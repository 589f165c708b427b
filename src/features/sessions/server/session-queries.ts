import { type Db, row, rows, sql } from '#kit/server/db.ts'
import { notifyLive, sessionEnded } from '#kit/server/live.ts'

/** Ends a session and closes its live streams; false when it had ended already. */
export async function endSession(db: Db, tokenHash: Buffer): Promise<boolean> {
  const ended = await rows<{ userId: string }>(
    db,
    sql`update sessions set ended_at = now() where token_hash = ${tokenHash} and ended_at is null returning user_id "userId"`,
  )
  for (const { userId } of ended) await notifyLive(db, sessionEnded, { userId })
  return ended.length > 0
}

/** Ends all sessions of a user and closes their live streams. */
export async function endSessionsOfUser(db: Db, userId: string): Promise<void> {
  await rows(db, sql`update sessions set ended_at = now() where user_id = ${userId} and ended_at is null`)
  await notifyLive(db, sessionEnded, { userId })
}

export type OpenSession = {
  id: string
  tokenHash: Buffer
  address: string
  /** The user agent. */
  device: string
  firstSeen: string
  lastSeen: string
}

/** The open full sessions of a user, the last used first. */
export function openSessionsOf(db: Db, userId: string): Promise<OpenSession[]> {
  return rows(
    db,
    sql`select s.id, s.token_hash "tokenHash", s.address, s.device, s.created_at "firstSeen",
          coalesce(u.at, s.created_at) "lastSeen"
        from sessions s left join session_uses u on u.token_hash = s.token_hash
        where s.user_id = ${userId} and s.kind = 'full' and s.ended_at is null and s.expires_at > now()
        order by "lastSeen" desc, s.id`,
  )
}

/** Ends one session of a user by its id; false when the user has no such open one. */
export async function endOwnSession(db: Db, userId: string, id: string): Promise<boolean> {
  const ended = await rows(
    db,
    sql`update sessions set ended_at = now() where id = ${id} and user_id = ${userId} and ended_at is null returning 1`,
  )
  if (ended.length > 0) await notifyLive(db, sessionEnded, { userId })
  return ended.length > 0
}

/** Ends all open full sessions of a user but one; returns how many. */
export async function endOtherSessions(db: Db, own: { userId: string; tokenHash: Buffer }): Promise<number> {
  const ended = await rows(
    db,
    sql`update sessions set ended_at = now()
        where user_id = ${own.userId} and token_hash <> ${own.tokenHash} and ended_at is null and expires_at > now()
          and kind = 'full' returning 1`,
  )
  if (ended.length > 0) await notifyLive(db, sessionEnded, { userId: own.userId })
  return ended.length
}

/** Notes that a session is in use; nothing is written when that was noted in the last half minute. */
export async function noteUse(db: Db, tokenHash: Buffer): Promise<void> {
  await rows(
    db,
    sql`insert into session_uses as u (token_hash) select token_hash from sessions where token_hash = ${tokenHash}
        on conflict (token_hash) do update set at = now() where u.at < now() - interval '30 seconds'`,
  )
}

/** Ends a full session that was not used for so many minutes; returns its user then. */
export async function endIfIdle(db: Db, tokenHash: Buffer, minutes: number): Promise<{ userId: string } | undefined> {
  const ended = await row<{ userId: string }>(
    db,
    sql`update sessions s set ended_at = now()
        where s.token_hash = ${tokenHash} and s.kind = 'full' and s.ended_at is null
          and coalesce((select u.at from session_uses u where u.token_hash = s.token_hash), s.created_at)
            < now() - make_interval(mins => ${minutes})
        returning s.user_id "userId"`,
  )
  if (ended) await notifyLive(db, sessionEnded, { userId: ended.userId })
  return ended
}

/**
 * Deletes sessions, one-time codes and reset links that were over 30 days ago. Who signed in and out stays in the log of
 * sign-ins, and from where in the known addresses.
 */
export async function dropOver(db: Db): Promise<void> {
  await rows(db, sql`delete from sessions where least(ended_at, expires_at) < now() - interval '30 days'`)
  await rows(db, sql`delete from one_time_codes where expires_at < now() - interval '30 days'`)
  await rows(db, sql`delete from reset_links where expires_at < now() - interval '30 days'`)
}

/** Deletes the last uses of sessions that are over. */
export async function forgetOldUses(db: Db): Promise<void> {
  await rows(
    db,
    sql`delete from session_uses u using sessions s
        where s.token_hash = u.token_hash and (s.ended_at is not null or s.expires_at < now())`,
  )
}
