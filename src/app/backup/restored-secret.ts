import { readFile, rm } from 'node:fs/promises'
import type { Config } from '#app/config.ts'
import { writeDurably } from '#kit/server/durable-files.ts'
import { connect } from './database-contents.ts'

/** The secret of a backup, and the transaction in whose database it belongs. */
type Pending = { secret: string; transaction: string }

const pendingOf = (secretFile: string) => `${secretFile}.new`

/** Before the commit of a restore: writes the secret beside that of before, so that a killed restore can be finished. */
export const writePendingSecret = (secretFile: string, pending: Pending): Promise<void> =>
  writeDurably(pendingOf(secretFile), { bytes: Buffer.from(JSON.stringify(pending)) })

/** After the commit: the secret of the backup takes the place of that of before. */
export async function writeSecret(secretFile: string, secret: string): Promise<void> {
  await writeDurably(secretFile, { bytes: Buffer.from(`${secret}\n`) })
  await rm(pendingOf(secretFile), { force: true })
}

/**
 * Finishes a restore that was killed around its commit: if the database is that of the backup, so is the secret from now
 * on. Returns the configuration with the secret that belongs to the database. Throws a sentence with the remedy when
 * that cannot be told.
 */
export async function finishRestore(config: Config, databaseUrl: string): Promise<Config> {
  const { secretFile } = config
  const pending = secretFile === undefined ? undefined : await readPending(secretFile)
  if (secretFile === undefined || !pending) return config
  const status = await statusOf(pending.transaction, databaseUrl)
  if (status === 'aborted') {
    await rm(pendingOf(secretFile), { force: true })
    return config
  }
  if (status !== 'committed')
    throw new Error(
      `${pendingOf(secretFile)} is of a restore that has not ended. If none is running, restore again with --replace, ` +
        'or delete the file if the database is the one of before',
    )
  await writeSecret(secretFile, pending.secret)
  return { ...config, signingSecret: pending.secret }
}

async function readPending(secretFile: string): Promise<Pending | undefined> {
  try {
    return JSON.parse(await readFile(pendingOf(secretFile), 'utf8')) as Pending
  } catch (problem) {
    if ((problem as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    // Older versions wrote the secret without a transaction.
    if (problem instanceof SyntaxError) return { secret: '', transaction: '' }
    throw problem
  }
}

/** What became of a transaction; undefined if the database does not know it, as after a move to another server. */
async function statusOf(transaction: string, databaseUrl: string): Promise<string | undefined> {
  const client = await connect(databaseUrl)
  try {
    const { rows } = await client.query<{ status: string | null }>('select pg_xact_status($1::xid8) as status', [
      transaction,
    ])
    return rows[0]!.status ?? undefined
  } catch {
    return undefined
  } finally {
    await client.end()
  }
}
