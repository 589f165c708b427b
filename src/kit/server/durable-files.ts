import { chmod, copyFile, mkdir, open, opendir, rename, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { newId } from './id.ts'

const OWNER_ONLY = { file: 0o600, folder: 0o700 }
const PROBE_BYTES = 64 * 1024
/** A part that was not written to for this long belongs to a write that ended without removing it, e.g. by kill -9. */
const ABANDONED_MS = 15 * 60_000

/** Resolves when the bytes of a file, or the names in a folder, are on the disk. */
type Flush = (path: string, flags: 'r' | 'r+') => Promise<void>

/**
 * Writes a file so that it is there whole, or not at all, even after a power cut: when this resolves, its bytes, its name
 * and its folders are on the disk. Readable by its owner only. Leaves nothing behind when it fails. `flush` is given by
 * tests only, which cannot cut the power.
 */
export async function writeDurably(
  path: string,
  source: { bytes: Uint8Array } | { copyOf: string },
  flush: Flush = flushToDisk,
): Promise<void> {
  const folder = dirname(path)
  const firstMade = await mkdir(folder, { recursive: true, mode: OWNER_ONLY.folder })
  const part = `${path}.${newId()}.part`
  try {
    if ('bytes' in source) await writeFile(part, source.bytes, { mode: OWNER_ONLY.file })
    else {
      await copyFile(source.copyOf, part)
      await chmod(part, OWNER_ONLY.file)
    }
    await flush(part, 'r+')
    await rename(part, path)
  } catch (problem) {
    await rm(part, { force: true }).catch(() => undefined)
    throw problem
  }
  await flush(folder, 'r')
  if (firstMade)
    for (let made = folder; made.length >= firstMade.length; made = dirname(made)) await flush(dirname(made), 'r')
}

async function flushToDisk(path: string, flags: 'r' | 'r+'): Promise<void> {
  // Windows has no such call for folders.
  if (flags === 'r' && process.platform === 'win32') return
  const handle = await open(path, flags)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** The bytes that this process may still write on the disk of `folder`. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/**
 * Rejects if `folder` cannot store 64 kB now, or has less than `minFreeBytes` left: then with the code ENOSPC, like a full
 * disk.
 */
export async function probeFolder(folder: string, minFreeBytes: number): Promise<void> {
  await mkdir(folder, { recursive: true, mode: OWNER_ONLY.folder })
  if ((await freeBytes(folder)) < minFreeBytes)
    throw Object.assign(new Error(`less than ${minFreeBytes} bytes are free in ${folder}`), { code: 'ENOSPC' })
  const probe = join(folder, `.probe-${newId()}`)
  try {
    await writeFile(probe, Buffer.alloc(PROBE_BYTES, 1), { mode: OWNER_ONLY.file, flush: true })
  } finally {
    await rm(probe, { force: true })
  }
}

/**
 * Removes what broken writes left under `folder` and makes everything in it accessible to its owner only, which older
 * versions did not. The folder itself first, which closes all of it at once. Returns how many files were removed.
 */
export async function tidyFolder(folder: string, now = Date.now()): Promise<number> {
  const found = await stat(folder).catch(() => undefined)
  if (!found) return 0
  await restrict(folder, OWNER_ONLY.folder)
  let removed = 0
  for await (const entry of await opendir(folder, { recursive: true })) {
    const path = join(entry.parentPath, entry.name)
    // A file may be gone by now: this runs beside uploads and other processes.
    const state = await stat(path).catch(() => undefined)
    if (!state) continue
    const isLeftover = state.isFile() && /\.part$|^\.probe-/.test(basename(path)) && now - state.mtimeMs > ABANDONED_MS
    if (isLeftover) {
      await rm(path, { force: true })
      removed++
    } else if (state.isFile() || state.isDirectory())
      await restrict(path, state.isFile() ? OWNER_ONLY.file : OWNER_ONLY.folder, state.mode)
  }
  return removed
}

async function restrict(path: string, mode: number, known?: number): Promise<void> {
  if (known !== undefined && (known & 0o077) === 0) return
  await chmod(path, mode).catch((problem: NodeJS.ErrnoException) => {
    if (problem.code !== 'ENOENT') throw problem
  })
}
