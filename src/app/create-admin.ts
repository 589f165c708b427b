// `npm run create-admin -- someone@example.com`: creates an Admin and prints a link to choose the password.
import { createInterface } from 'node:readline/promises'
import { Client } from 'pg'
import { z } from 'zod'
import { type Config, readConfig } from '#app/config.ts'
import { runningDatabase } from '#app/embedded-database.ts'
import { exitWithError } from '#app/shutdown.ts'
import { linkHours, makeAdmin } from '#app/make-admin.ts'
import { openDatabase } from '#app/open-database.ts'

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
    console.log(`Choose a password within ${linkHours} hour at\n${link}`)
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
