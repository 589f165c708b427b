import { isActive } from '#kit/server/active-people.ts'
import { type Db, preparedRows, row, rows, sql } from '#kit/server/db.ts'
import type { Role } from '#vocabulary/roles.ts'
import type { Caller } from './caller.ts'

export type Person = {
  id: string
  username: string
  email: string
  role: Role
  firstName: string
  lastName: string
  avatar: string
  seen: boolean
  twoFactor: boolean
  isGoogle: boolean
  isBlocked: boolean
  passwordHash: string | null
}

type BrandInScope = { id: string; companyId: string; brandName: string; platforms: Record<string, unknown> }

export type Scope = { companies: { id: string; name: string }[]; brands: BrandInScope[] }

export type SessionRow = {
  userId: string
  kind: 'full' | 'limited'
  role: Role
  username: string
  firstName: string
  lastName: string
  isGoogle: boolean
  stamp: string
} & Scope

const personColumns = sql`u.id, u.username, u.email, u.role, u.first_name "firstName", u.last_name "lastName", u.avatar,
  u.seen, u.two_factor "twoFactor", u.is_google "isGoogle", u.is_blocked "isBlocked", u.password_hash "passwordHash"`

// A Client's companies are its own and their child companies (G37); its brands are the enabled ones (G114).
const scopeOfUser = sql`
  left join lateral (
    select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name) order by c.parent_id is not null, lower(c.name)), '[]') list
    from companies c
    where u.role = 'Client' and c.deleted_at is null and (c.id = u.company_id or c.parent_id = u.company_id)
  ) scope_companies on true
  left join lateral (
    select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'companyId', b.company_id, 'brandName', b.brand_name,
      'platforms', b.platforms) order by lower(b.brand_name), b.id), '[]') list
    from brands b join companies c on c.id = b.company_id and c.deleted_at is null
    where u.role = 'Client' and b.deleted_at is null and b.enabled and (c.id = u.company_id or c.parent_id = u.company_id)
  ) scope_brands on true`

// The row versions (xmin) a session was read from. Any change to what a person is or may see updates, inserts or
// deletes one of these rows, so an equal stamp means the session is still current.
const stamp = sql`concat_ws(' ', s.xmin, u.xmin, (
    select string_agg(concat_ws(' ', '/', c.xmin, (
      select string_agg(b.xmin::text, ' ' order by b.id) from brands b
      where b.company_id = c.id and b.deleted_at is null and b.enabled)), ' ' order by c.id) from companies c
    where u.role = 'Client' and c.deleted_at is null and (c.id = u.company_id or c.parent_id = u.company_id)))`

const fromLiveSession = (tokenHash: Buffer) => sql`from sessions s join users u on u.id = s.user_id
  where s.token_hash = ${tokenHash} and s.ended_at is null and s.expires_at > now()
    and ${isActive(sql`u`)}`

/** The current stamp of a session; undefined when it has ended, or its user is blocked or deleted. */
export async function currentStamp(db: Db, tokenHash: Buffer): Promise<string | undefined> {
  const [found] = await preparedRows<{ stamp: string }>(db, sql`select ${stamp} as stamp ${fromLiveSession(tokenHash)}`)
  return found?.stamp
}

/** The live session of a token with its person and scope, in one statement; blocked and deleted users have none. */
export async function findSession(db: Db, tokenHash: Buffer): Promise<SessionRow | undefined> {
  const [found] = await preparedRows<SessionRow>(
    db,
    sql`select s.user_id "userId", s.kind, u.role, u.username, u.first_name "firstName", u.last_name "lastName",
          u.is_google "isGoogle", scope_companies.list companies, scope_brands.list brands, ${stamp} stamp
        from sessions s join users u on u.id = s.user_id ${scopeOfUser}
        where s.token_hash = ${tokenHash} and s.ended_at is null and s.expires_at > now()
          and ${isActive(sql`u`)}`,
  )
  return found
}

/** The undeleted user with this username, in any letter case. */
export function personByName(db: Db, username: string): Promise<Person | undefined> {
  return row(
    db,
    sql`select ${personColumns} from users u where lower(u.username) = ${username.toLowerCase()} and u.deleted_at is null`,
  )
}

/** The undeleted user with this id, with companies and brands in scope. */
export function personById(db: Db, id: string): Promise<(Person & Scope) | undefined> {
  return row(
    db,
    sql`select ${personColumns}, scope_companies.list companies, scope_brands.list brands
        from users u ${scopeOfUser} where u.id = ${id} and u.deleted_at is null`,
  )
}

/** Inserts a session valid for `minutes`; a full one also sets the time of the last sign-in. */
export async function addSession(
  db: Db,
  session: { tokenHash: Buffer; userId: string; kind: 'full' | 'limited'; minutes: number; caller?: Caller },
): Promise<void> {
  await rows(
    db,
    sql`insert into sessions (token_hash, user_id, kind, expires_at, address, device)
        values (${session.tokenHash}, ${session.userId}, ${session.kind}, now() + make_interval(mins => ${session.minutes}),
          ${session.caller?.address ?? ''}, ${session.caller?.device ?? ''})`,
  )
  if (session.kind === 'full')
    await rows(db, sql`update users set last_signed_in_at = now() where id = ${session.userId}`)
}

/** Stores a new password hash. */
export async function setPassword(db: Db, userId: string, passwordHash: string): Promise<void> {
  await rows(
    db,
    sql`update users set password_hash = ${passwordHash}, version = version + 1, updated_at = now() where id = ${userId}`,
  )
}

/** Serialises concurrent codes, attempts and links of one person, until the transaction ends. */
export async function lockPerson(db: Db, userId: string): Promise<void> {
  await rows(db, sql`select 1 from users where id = ${userId} for update`)
}

export type SentCode = { id: string; codeHash: Buffer; ageSeconds: number; opens: boolean }

/** The codes of the last hour, newest first. One `opens` for ten minutes, until used or five wrong tries (G22). */
export function codesOfHour(db: Db, userId: string): Promise<SentCode[]> {
  return rows(
    db,
    sql`select id, code_hash "codeHash", extract(epoch from now() - sent_at)::float8 "ageSeconds",
          used_at is null and wrong_tries < 5 and expires_at > now() opens
        from one_time_codes where user_id = ${userId} and sent_at > now() - interval '1 hour' order by sent_at desc, id desc`,
  )
}

/** Stores a one-time code, valid for ten minutes. */
export async function addCode(db: Db, code: { id: string; userId: string; codeHash: Buffer }): Promise<void> {
  await rows(
    db,
    sql`insert into one_time_codes (id, user_id, code_hash, expires_at)
        values (${code.id}, ${code.userId}, ${code.codeHash}, now() + interval '10 minutes')`,
  )
}

/** Makes all unused codes of a user expire now. */
export async function voidCodes(db: Db, userId: string): Promise<void> {
  await rows(
    db,
    sql`update one_time_codes set expires_at = now() where user_id = ${userId} and used_at is null and expires_at > now()`,
  )
}

/** Counts one wrong try of a code. */
export async function addWrongTry(db: Db, codeId: string): Promise<void> {
  await rows(db, sql`update one_time_codes set wrong_tries = wrong_tries + 1 where id = ${codeId}`)
}

/** Marks a code as used. */
export async function markCodeUsed(db: Db, codeId: string): Promise<void> {
  await rows(db, sql`update one_time_codes set used_at = now() where id = ${codeId}`)
}

/** The person of a reset link that is still valid. */
export function findResetLink(db: Db, tokenHash: Buffer): Promise<{ userId: string } | undefined> {
  return row(
    db,
    sql`select l.user_id "userId" from reset_links l join users u on u.id = l.user_id
        where l.token_hash = ${tokenHash} and l.used_at is null and l.expires_at > now()
          and ${isActive(sql`u`)} and not u.is_google`,
  )
}

/** Marks a reset link as used; of two concurrent calls only one gets it. */
export function consumeResetLink(db: Db, tokenHash: Buffer): Promise<{ userId: string } | undefined> {
  return row(
    db,
    sql`update reset_links l set used_at = now() from users u
        where u.id = l.user_id and l.token_hash = ${tokenHash} and l.used_at is null and l.expires_at > now()
          and ${isActive(sql`u`)} and not u.is_google
        returning l.user_id "userId"`,
  )
}

/** Marks all unused reset links of a user as used. */
export async function voidResetLinks(db: Db, userId: string): Promise<void> {
  await rows(db, sql`update reset_links set used_at = now() where user_id = ${userId} and used_at is null`)
}

/** Stores a reset link, valid for one hour. */
export async function addResetLink(db: Db, userId: string, tokenHash: Buffer): Promise<void> {
  await rows(
    db,
    sql`insert into reset_links (token_hash, user_id, expires_at) values (${tokenHash}, ${userId}, now() + interval '1 hour')`,
  )
}

/** The number of reset links created for a user in the last hour. */
export async function resetLinksOfHour(db: Db, userId: string): Promise<number> {
  const found = await row<{ n: number }>(
    db,
    sql`select count(*)::int n from reset_links where user_id = ${userId} and created_at > now() - interval '1 hour'`,
  )
  return found?.n ?? 0
}

/** The unblocked user who signs in with this Google address (G25); undefined when there is none or more than one. */
export async function googlePerson(db: Db, email: string): Promise<Person | undefined> {
  const found = await rows<Person>(
    db,
    sql`select ${personColumns} from users u
        where lower(u.email) = ${email.toLowerCase()} and u.is_google and ${isActive(sql`u`)} limit 2`,
  )
  return found.length === 1 ? found[0] : undefined
}
