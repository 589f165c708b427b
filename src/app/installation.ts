import { join } from 'node:path'
import type { Pool } from 'pg'
import { filesOf } from '#app/app-context.ts'
import type { Config } from '#app/config.ts'
import { inTransaction } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'

/** The object that carries the id of the installation. */
const KEY = 'installation.txt'

/** Advisory lock: of processes that start together one decides. */
const LOCK = 4_000_004

/**
 * Throws a sentence with the remedy if the stored files of this process are not those of its database: two processes on one
 * database with a folder each would store files that the other cannot find. The first process that starts writes the same
 * id into both; afterwards a folder without it, or with another, is refused. An S3 store is shared anyway.
 */
export async function checkInstallation(config: Config, pool: Pool): Promise<void> {
  if (config.s3) return
  const files = filesOf(config)
  const folder = join(config.dataDir, 'files', files.bucket)
  // The built-in database is in the same data folder: an id that is missing there was removed with files.
  const isOneFolder = config.databaseUrl === undefined
  await inTransaction(pool, async ({ client }) => {
    await client.query(`select pg_advisory_xact_lock(${LOCK})`)
    const { rows } = await client.query<{ id: string }>('select id from installation')
    const inDatabase = rows[0]?.id
    const inFolder = (await files.read(KEY))?.toString('utf8').trim()
    if (inDatabase !== undefined && inDatabase === inFolder) return
    if (inDatabase !== undefined && !isOneFolder) throw new Error(refusal({ inDatabase, inFolder, folder }))
    const id = inDatabase ?? inFolder ?? newId()
    if (inDatabase === undefined) await client.query('insert into installation (id) values ($1)', [id])
    if (inFolder !== id) await files.put(KEY, Buffer.from(`${id}\n`), 'text/plain')
  })
}

function refusal({
  inDatabase,
  inFolder,
  folder,
}: {
  inDatabase: string
  inFolder: string | undefined
  folder: string
}) {
  const what = inFolder ? 'belong to another database' : 'are not those of this database'
  return (
    `The stored files in ${folder} ${what}: give all processes the same BRANDKEEP_DATA folder, or an S3 store. ` +
    `If this is the right folder, write ${inDatabase} into ${join(folder, KEY)}`
  )
}
