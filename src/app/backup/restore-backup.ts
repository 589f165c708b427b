import { createWriteStream } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FileStore } from '#kit/server/files.ts'
import { migrate } from '#kit/server/migrate.ts'
import { counted } from '#vocabulary/numbers.ts'
import { connect } from './database-contents.ts'
import { filesAtOnce, type Header, type Manifest } from './format.ts'
import { readBackup, type Visitor } from './read-backup.ts'
import { beginRestore, type DatabaseRestore } from './restore-database.ts'
import { writeSecret, writePendingSecret } from './restored-secret.ts'

export type RestoreTarget = {
  databaseUrl: string
  files: FileStore
  /** Folder of the migrations. */
  migrations: string
  /** Where the secret is written; undefined: the environment states it. */
  secretFile: string | undefined
}

export type RestoreOptions = {
  /** Delete what the database contains, and overwrite stored files. */
  replace?: boolean
  /** Send the emails that waited when the backup was made. */
  sendEmails?: boolean
  say?: (line: string) => void
  signal?: AbortSignal
}

export type Restored = {
  header: Header
  rows: number
  files: number
  unconfirmedEmails: number
  secret: string
  seconds: number
}

/**
 * Restores a backup: first checks the whole file, then fills the database in one transaction, then stores the files,
 * then commits. If anything fails before that, the database is as it was and the files stored so far are removed.
 * Migrations that are newer than the backup are applied after it. Throws a one-line message.
 */
export async function restoreBackup(
  path: string,
  target: RestoreTarget,
  options: RestoreOptions = {},
): Promise<Restored> {
  const { replace = false, sendEmails = false, say = () => undefined, signal } = options
  const began = performance.now()
  const seconds = () => (performance.now() - began) / 1000
  const took = (what: string) => say(`${what}: ${seconds().toFixed(1)} s`)
  const { header } = await readBackup(path, { header: (found) => refuseNewer(found, target.migrations) }, signal)
  took(`Checked the backup of ${header.madeAt}`)
  if (!replace && (await hasFiles(target.files)))
    throw new Error('There are stored files already: add --replace to overwrite them')
  const database = await beginRestore(target.databaseUrl, { header, migrations: target.migrations, replace })
  const storing = storeFiles(target.files)
  try {
    const filled = await fill(path, { database, storing, took, signal })
    const unconfirmedEmails = await database.finish(filled.manifest, { sendEmails })
    const { secretFile } = target
    if (secretFile)
      await writePendingSecret(secretFile, { secret: filled.secret, transaction: await database.transaction() })
    await database.commit()
    if (secretFile) await writeSecret(secretFile, filled.secret)
    await database.close()
    await upgrade(target)
    took('Ready')
    const rows = Object.values(filled.manifest.rows).reduce((sum, n) => sum + n, 0)
    return { header, rows, files: storing.begun(), unconfirmedEmails, secret: filled.secret, seconds: seconds() }
  } catch (problem) {
    const wasCommitted = await database.close()
    // With `replace` a key may have been there before, with the same content.
    if (!wasCommitted && !replace) {
      await storing.end().catch(() => undefined)
      await removeFirst(path, storing.begun(), target.files)
    }
    throw signal?.aborted ? new Error('Stopped: nothing was restored') : problem
  }
}

type Filled = { manifest: Manifest; secret: string }

async function fill(
  path: string,
  {
    database,
    storing,
    took,
    signal,
  }: {
    database: DatabaseRestore
    storing: StoringFiles
    took: (what: string) => void
    signal: AbortSignal | undefined
  },
): Promise<Filled> {
  let secret = ''
  const visitor: Visitor = {
    secret: (text) => (secret = text),
    rows: database.copyIn,
    rowsEnd: async () => {
      took('Rows')
      await database.finishRows()
      took('Indexes')
    },
    file: storing.store,
  }
  const { manifest } = await readBackup(path, visitor, signal)
  await storing.end()
  took(counted(manifest.files, 'file'))
  return { manifest, secret }
}

async function refuseNewer({ migrations, program }: Header, folder: string): Promise<void> {
  const known = await readdir(folder)
  const unknown = migrations.find(({ name }) => !known.includes(name))
  if (unknown)
    throw new Error(
      `This backup was made by a newer version of the program (${program}, with ${unknown.name}): restore it with that one`,
    )
}

async function hasFiles(files: FileStore): Promise<boolean> {
  for await (const _ of files.list()) return true
  return false
}

type StoringFiles = {
  store: NonNullable<Visitor['file']>
  /** The number of files whose storing has begun. */
  begun: () => number
  /** Waits for those in progress; throws if one could not be stored. */
  end: () => Promise<void>
}

/**
 * Stores files by way of temporary ones, because stores need their length and repeat failed attempts; several at once,
 * because a store elsewhere takes longer to answer than to receive a small file.
 */
function storeFiles(files: FileStore): StoringFiles {
  const inProgress = new Set<Promise<void>>()
  let begun = 0
  let problem: Error | undefined
  const put = async (key: string, folder: string) => {
    try {
      await files.putFile(key, join(folder, 'file'), 'application/octet-stream')
    } catch (error) {
      problem ??= error as Error
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
  return {
    begun: () => begun,
    store: async (key, body) => {
      const folder = await mkdtemp(join(tmpdir(), 'brandkeep-restore-'))
      try {
        await pipeline(body, createWriteStream(join(folder, 'file'), { mode: 0o600 }))
      } catch (error) {
        await rm(folder, { recursive: true, force: true })
        throw error
      }
      begun++
      const storing = put(key, folder).finally(() => inProgress.delete(storing))
      inProgress.add(storing)
      if (inProgress.size >= filesAtOnce) await Promise.race(inProgress)
      if (problem) throw problem
    },
    end: async () => {
      await Promise.all(inProgress)
      if (problem) throw problem
    },
  }
}

/** Removes the files that were stored before something failed. */
async function removeFirst(path: string, count: number, files: FileStore): Promise<void> {
  let left = count
  if (left === 0) return
  const file: Visitor['file'] = async (key, body) => {
    for await (const _ of body);
    if (left-- > 0) await files.remove(key).catch(() => undefined)
  }
  await readBackup(path, { file }).catch(() => undefined)
}

/** Applies newer migrations, and collects the statistics without which statements are planned badly. */
async function upgrade({ databaseUrl, migrations }: RestoreTarget): Promise<void> {
  await migrate({ url: databaseUrl, folder: migrations })
  const client = await connect(databaseUrl)
  try {
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}
