import { createHash, randomBytes } from 'node:crypto'
import type { Client } from 'pg'
import { v7 } from 'uuid'

/** How long the link is valid. */
export const linkHours = 1

type Known = { id: string; role: string; isBlocked: boolean; isGoogle: boolean }

/**
 * Creates the Admin unless one with this address exists, with a line in the data log, and a single-use link to choose the
 * password; earlier links become invalid. Throws a sentence when somebody has the address for whom a link is of no use.
 */
export async function makeAdmin(
  client: Client,
  email: string,
  appUrl: string,
): Promise<{ link: string; isNew: boolean }> {
  const token = randomBytes(32).toString('base64url')
  await client.query('begin')
  const found = await client.query<Known>(
    `select id, role, is_blocked as "isBlocked", is_google as "isGoogle" from users
     where lower(username) = $1 and deleted_at is null`,
    [email],
  )
  const known = found.rows[0]
  if (known) refuseUseless(email, known)
  const id = known?.id ?? v7()
  if (!known) await insertAdmin(client, id, email)
  await client.query('update reset_links set used_at = now() where user_id = $1 and used_at is null', [id])
  await client.query(
    `insert into reset_links (token_hash, user_id, expires_at) values ($1, $2, now() + make_interval(hours => $3))`,
    [createHash('sha256').update(token).digest(), id, linkHours],
  )
  await client.query('commit')
  return { link: `${appUrl}/reset-password/${token}`, isNew: !known }
}

function refuseUseless(email: string, { role, isBlocked, isGoogle }: Known): void {
  const remedy = 'Name another address'
  if (role !== 'Admin') throw new Error(`${email} already exists and is not an Admin.`)
  if (isBlocked) throw new Error(`${email} is an Admin who is blocked. ${remedy}, and unblock this one under Users.`)
  if (isGoogle) throw new Error(`${email} is an Admin who signs in with Google and has no password here. ${remedy}.`)
}

async function insertAdmin(client: Client, id: string, email: string): Promise<void> {
  await client.query(
    `insert into users (id, username, email, first_name, last_name, role) values ($1, $2, $2, 'First', 'Admin', 'Admin')`,
    [id, email],
  )
  // Nobody is signed in: the log names no person.
  await client.query(
    `insert into data_log (id, type, model, total_affected, subject, record_id) values ($1, 'add', 'User', 1, $2, $3)`,
    [v7(), `First Admin (${email})`, id],
  )
}
