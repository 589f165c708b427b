import { type Db, row, rows, sql } from '#kit/server/db.ts'

export type Tries = {
  /** Wrong passwords for this name from this address in fifteen minutes, this one included. */
  ofPair: number
  /** For this name from any address in a day. */
  ofName: number
  /** From this address for any name in an hour. */
  ofAddress: number
  /** The person with this name has signed in or used a reset link from this address in the last thirty days. */
  isKnown: boolean
}

/** The tries of a name and an address so far; the name is in lower case. */
export async function triesOf(db: Db, username: string, address: string): Promise<Tries> {
  const found = await row<Tries>(
    db,
    sql`select
      (select count(*)::int from sign_in_failures
        where username = ${username} and address = ${address} and at > now() - interval '15 minutes') "ofPair",
      (select count(*)::int from sign_in_failures where username = ${username} and at > now() - interval '1 day') "ofName",
      (select count(*)::int from sign_in_failures where address = ${address} and at > now() - interval '1 hour') "ofAddress",
      exists (select from known_addresses k join users u on u.id = k.user_id
        where lower(u.username) = ${username} and u.deleted_at is null and k.address = ${address}
          and k.at > now() - interval '30 days') "isKnown"`,
  )
  return found!
}

/** Records a failed sign-in of a username from an address; returns its id. */
export async function addFailure(db: Db, username: string, address: string): Promise<string> {
  const added = await row<{ id: string }>(
    db,
    sql`insert into sign_in_failures (username, address) values (${username}, ${address}) returning id::text`,
  )
  return added!.id
}

/** Removes a recorded failure: the password was right, or it was not looked at. */
export async function removeFailure(db: Db, id: string): Promise<void> {
  await rows(db, sql`delete from sign_in_failures where id = ${id}::bigint`)
}

/** Remembers that a person was let in from an address. */
export async function rememberAddress(db: Db, userId: string, address: string): Promise<void> {
  await rows(
    db,
    sql`insert into known_addresses (user_id, address) values (${userId}, ${address})
        on conflict (user_id, address) do update set at = now()`,
  )
}

/** Whether to notify the owner of a username of guesses now: true at most once a day for each name. */
export async function claimGuessingNotice(db: Db, username: string): Promise<boolean> {
  const claimed = await rows(
    db,
    sql`insert into guessing_notices as n (username) values (${username})
        on conflict (username) do update set at = now() where n.at < now() - interval '1 day' returning 1`,
  )
  return claimed.length > 0
}

/** Deletes what the limits no longer need. */
export async function forgetOldTries(db: Db): Promise<void> {
  await rows(db, sql`delete from sign_in_failures where at < now() - interval '2 days'`)
  await rows(db, sql`delete from guessing_notices where at < now() - interval '2 days'`)
  await rows(db, sql`delete from known_addresses where at < now() - interval '31 days'`)
}
