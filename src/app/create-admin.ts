// `npm run create-admin -- someone@example.com`: creates an Admin and prints a link to choose the password.
import { createHash, randomBytes } from 'node:crypto'
import { createInterface } from 'node:readline/promises'
import { Client } from 'pg'
import { v7 } from 'uuid'
import { z } from 'zod'
import { type Config, readConfig } from '#app/config.ts'
import { runningDatabase } from '#app/embedded-database.ts'
import { exitWithError } from '#app/shutdown.ts'
import { openDatabase } from '#app/open-database.ts'

const LINK_HOURS = 1

try {
  const config = readConfig()
  const email = z
    .email('That is not an e-mail address.')
    .parse(process.argv[2] ?? (await promptFor('E-mail address: ')))
  const running = config.databaseUrl ? undefined : runningDatabase(config.dataDir)
  const database = running ? undefined : await openDatabase(config, console.log)
  const client = new Client({ connectionString: running ?? database?.databaseUrl })
  await client.connect()
  try {
    const { link, isNew } = await makeAdmin(client, email.toLowerCase(), config.appUrl)
    console.log(`Database: ${databaseName(config, client)}`)
    if (!isNew) console.log(`${email} is an Admin already.`)
    console.log(`Choose a password within ${LINK_HOURS} hour at\n${link}`)
  } finally {
    await client.end()
    await database?.close()
  }
} catch (problem) {
  exitWithError(problem instanceof z.ZodError ? problem.issues[0]?.message : problem)
}

/** The database without its password; the embedded one by its data folder. */
function databaseName({ databaseUrl, dataDir }: Config, { host, port, database }: Client): string {
  return databaseUrl ? `${database} at ${host}:${port}` : `the one in ${dataDir}`
}

async function promptFor(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    // Without a terminal, or when it is closed, the answer is empty.
    const closed = new Promise<string>((resolve) => terminal.once('close', () => resolve('')))
    return (await Promise.race([terminal.question(question), closed])).trim()
  } finally {
    terminal.close()
  }
}

/** Creates the Admin unless one with this address exists, and a single-use link; earlier links become invalid. */
async function makeAdmin(client: Client, email: string, appUrl: string): Promise<{ link: string; isNew: boolean }> {
  const token = randomBytes(32).toString('base64url')
  await client.query('begin')
  const found = await client.query<{ id: string; role: string }>(
    'select id, role from users where lower(username) = $1 and deleted_at is null',
    [email],
  )
  const known = found.rows[0]
  if (known && known.role !== 'Admin') throw new Error(`${email} already exists and is not an Admin.`)
  const id = known?.id ?? v7()
  if (!known) {
    await client.query(
      `insert into users (id, username, email, first_name, last_name, role) values ($1, $2, $2, 'First', 'Admin', 'Admin')`,
      [id, email],
    )
  }
  await client.query('update reset_links set used_at = now() where user_id = $1 and used_at is null', [id])
  await client.query(
    `insert into reset_links (token_hash, user_id, expires_at) values ($1, $2, now() + make_interval(hours => $3))`,
    [createHash('sha256').update(token).digest(), id, LINK_HOURS],
  )
  await client.query('commit')
  return { link: `${appUrl}/reset-password/${token}`, isNew: !known }
}
