import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** The system user PostgreSQL runs as; undefined means: as we do. */
export type PostgresUser = { uid: number; gid: number } | undefined

/** A folder that root and the unprivileged user can reach; used only when the project's own folder is unreachable. */
const SHARED_HOME = '/var/lib/brandkeep'

/**
 * PostgreSQL refuses to run as root, so root needs another user: the owner of existing data,
 * else `postgres`, else `brandkeep`, which is created. Throws one line with the remedy when that fails.
 */
export function postgresUser(clusterDir: string): PostgresUser {
  if (process.getuid?.() !== 0) return undefined
  if (existsSync(join(clusterDir, 'PG_VERSION'))) {
    const { uid, gid } = statSync(clusterDir)
    if (uid !== 0) return { uid, gid }
  }
  const known = systemUser('postgres') ?? systemUser('brandkeep')
  if (known) return known
  for (const [command, ...flags] of [
    ['useradd', '--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'brandkeep'],
    ['adduser', '-S', '-D', '-H', 'brandkeep'],
  ] as const) {
    try {
      execFileSync(command, flags, { stdio: 'ignore' })
    } catch {
      // The next command may exist where this one does not.
    }
    const created = systemUser('brandkeep')
    if (created) return created
  }
  throw new Error(
    'PostgreSQL does not run as root and no user could be created for it: create a system user "brandkeep", or start as an ordinary user',
  )
}

function systemUser(name: string): PostgresUser {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((one) => one.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined
}

/** Whether `user` may traverse every folder above `path` and enter it; with `read`, also list it. */
export function reachable(path: string, user: PostgresUser, read = false): boolean {
  if (!user) return true
  for (let folder = path; ; folder = dirname(folder)) {
    const { mode, uid, gid } = statSync(folder)
    const needed = read && folder === path ? 0o5 : 0o1
    const shift = uid === user.uid ? 6 : gid === user.gid ? 3 : 0
    if (((mode >> shift) & needed) !== needed) return false
    if (folder === dirname(folder)) return true
  }
}

/**
 * The folder of the cluster: `dataDir`/pg. When the project is where the database user has no access (under a
 * 0700 home), the cluster is stored in /var/lib/brandkeep and pg is a link to it; `say` reports that.
 */
export function clusterFolder(dataDir: string, user: PostgresUser, say: (line: string) => void): string {
  const wanted = join(dataDir, 'pg')
  if (!user || lstatSync(wanted, { throwIfNoEntry: false })?.isSymbolicLink()) return wanted
  if (!reachable(dataDir, user)) openForGroup(dataDir, user)
  if (reachable(dataDir, user)) return wanted
  if (existsSync(wanted)) {
    throw new Error(`${wanted} cannot be reached by the database user: run chmod o+x on the folders above it`)
  }
  const sharedFolder = join(SHARED_HOME, `data-${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}`)
  mkdirSync(sharedFolder, { recursive: true, mode: 0o711 })
  // The data folder is new, so a cluster here belonged to a deleted one: its password is gone too.
  if (existsSync(join(sharedFolder, 'pg')))
    renameSync(join(sharedFolder, 'pg'), join(sharedFolder, `pg.before-${Date.now()}`))
  symlinkSync(join(sharedFolder, 'pg'), wanted)
  say(`The database user may not enter ${dirname(dataDir)}, so the database is stored in ${sharedFolder}/pg.`)
  return wanted
}

/** Lets the database user's group traverse the data folder, which we own (not list it). */
function openForGroup(dataDir: string, user: { gid: number }): void {
  chownSync(dataDir, -1, user.gid)
  chmodSync(dataDir, statSync(dataDir).mode | 0o010)
}

/** `bin` itself, or a copy of the PostgreSQL programs in /var/lib/brandkeep when `user` cannot reach it. */
export function reachablePrograms(bin: string, version: string, user: PostgresUser): string {
  if (reachable(join(bin, 'postgres'), user, true)) return bin
  const copy = join(SHARED_HOME, `postgres-${version}`)
  if (!existsSync(copy)) {
    const partial = `${copy}.${process.pid}`
    cpSync(dirname(bin), partial, { recursive: true, verbatimSymlinks: true })
    openForAll(partial)
    try {
      renameSync(partial, copy)
    } catch (problem) {
      // Another process was faster; its copy is the same.
      rmSync(partial, { recursive: true, force: true })
      if (!existsSync(copy)) throw problem
    }
    chmodSync(SHARED_HOME, 0o711)
  }
  return join(copy, 'bin')
}

function openForAll(path: string): void {
  const entry = lstatSync(path)
  if (entry.isSymbolicLink()) return
  chmodSync(path, entry.mode | (entry.isDirectory() || entry.mode & 0o100 ? 0o555 : 0o444))
  if (entry.isDirectory()) for (const name of readdirSync(path)) openForAll(join(path, name))
}

/**
 * npm packages cannot contain links, so the libraries' links are listed in a file and created after install.
 * With `npm ci --ignore-scripts` they are missing and are created here. Returns how many were created.
 */
export function makeLibraryLinks(bin: string): number {
  const root = dirname(dirname(bin))
  const list = join(root, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return 0
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  const missing = links.filter(({ target }) => !lstatSync(join(root, target), { throwIfNoEntry: false }))
  for (const { source, target } of missing) symlinkSync(basename(source), join(root, target))
  return missing.length
}
