import { type Db, row, rows, sql } from '#kit/server/db.ts'
import type { Role } from '#vocabulary/roles.ts'

export type Authenticator = { secret: Buffer; isConfirmed: boolean; lastStep: number; isPaused: boolean }

/** Wrong codes in fifteen minutes after which none is looked at (as many as a code by email has, G22). */
const MAX_WRONG = 5

/** The authenticator of a person, also one that is still being set up. */
export function authenticatorOf(db: Db, userId: string): Promise<Authenticator | undefined> {
  return row(
    db,
    sql`select secret, confirmed_at is not null "isConfirmed", last_step::float8 "lastStep",
          wrong_tries >= ${MAX_WRONG} and wrong_since > now() - interval '15 minutes' "isPaused"
        from authenticators where user_id = ${userId}`,
  )
}

/** Whether a person signs in with an authenticator app. */
export async function hasAuthenticator(db: Db, userId: string): Promise<boolean> {
  return Boolean(
    await row(db, sql`select 1 from authenticators where user_id = ${userId} and confirmed_at is not null`),
  )
}

/** Stores the secret of a set-up that begins; false when an app is in use already. */
export async function addPendingSecret(db: Db, userId: string, secret: Buffer): Promise<boolean> {
  const stored = await rows(
    db,
    sql`insert into authenticators as a (user_id, secret) values (${userId}, ${secret})
        on conflict (user_id) do update set secret = excluded.secret, created_at = now()
        where a.confirmed_at is null returning 1`,
  )
  return stored.length > 0
}

/** Notes an accepted code: the same or an earlier one is refused from now on. */
export async function acceptStep(db: Db, userId: string, step: number): Promise<void> {
  await rows(
    db,
    sql`update authenticators set last_step = ${step}::bigint, confirmed_at = coalesce(confirmed_at, now()), wrong_tries = 0
        where user_id = ${userId}`,
  )
}

/** Counts one wrong code. */
export async function countWrongCode(db: Db, userId: string): Promise<void> {
  await rows(
    db,
    sql`update authenticators set
          wrong_tries = case when wrong_since > now() - interval '15 minutes' then wrong_tries + 1 else 1 end,
          wrong_since = case when wrong_since > now() - interval '15 minutes' then wrong_since else now() end
        where user_id = ${userId}`,
  )
}

/** Replaces the recovery codes of a person. */
export async function replaceRecoveryCodes(db: Db, userId: string, hashes: readonly Buffer[]): Promise<void> {
  await rows(db, sql`delete from recovery_codes where user_id = ${userId}`)
  await rows(
    db,
    sql`insert into recovery_codes (user_id, code_hash) select ${userId}, h from unnest(${hashes}::bytea[]) h`,
  )
}

/** Uses up a recovery code; false when there is none like it that is unused. */
export async function consumeRecoveryCode(db: Db, userId: string, hash: Buffer): Promise<boolean> {
  const used = await rows(
    db,
    sql`update recovery_codes set used_at = now()
        where user_id = ${userId} and code_hash = ${hash} and used_at is null returning 1`,
  )
  if (used.length > 0) await rows(db, sql`update authenticators set wrong_tries = 0 where user_id = ${userId}`)
  return used.length > 0
}

/** Removes the authenticator of a person with its recovery codes; false when there is none. */
export async function removeAuthenticator(db: Db, userId: string): Promise<boolean> {
  return (await rows(db, sql`delete from authenticators where user_id = ${userId} returning 1`)).length > 0
}

/** What people see about their authenticator. */
export function authenticatorState(
  db: Db,
  userId: string,
): Promise<{ since: string; recoveryCodesLeft: number } | undefined> {
  return row(
    db,
    sql`select a.confirmed_at since,
          (select count(*)::int from recovery_codes c where c.user_id = a.user_id and c.used_at is null) "recoveryCodesLeft"
        from authenticators a where a.user_id = ${userId} and a.confirmed_at is not null`,
  )
}

/** The roles that must have two-factor sign-in. */
export async function requiredRoles(db: Db): Promise<Role[]> {
  return (await rows<{ role: Role }>(db, sql`select role from two_factor_roles order by role`)).map(({ role }) => role)
}

/** Replaces the roles that must have two-factor sign-in. */
export async function setRequiredRoles(db: Db, required: readonly Role[]): Promise<void> {
  await rows(db, sql`delete from two_factor_roles where role <> all(${required}::text[])`)
  await rows(
    db,
    sql`insert into two_factor_roles (role) select distinct r from unnest(${required}::text[]) r on conflict do nothing`,
  )
}
