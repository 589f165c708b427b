import { createHmac } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { opendir, readFile, rm, stat } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import type { Readable } from 'node:stream'
import { probeFolder, writeDurably } from './durable-files.ts'
import { newId } from './id.ts'
import { isEqual } from './is-equal.ts'
import { shareAnswer } from './share-answer.ts'

/** The object store. Keys are chosen by the server, never by a caller. */
export type FileStore = {
  bucket: string
  /** Writes atomically and durably: what was acknowledged survives a power cut. An existing object is replaced. */
  put: (key: string, bytes: Uint8Array, mediaType: string) => Promise<void>
  /** The same with the content of a local file, which is streamed. */
  putFile: (key: string, path: string, mediaType: string) => Promise<void>
  /** undefined if there is no such object. */
  read: (key: string) => Promise<Buffer | undefined>
  stream: (key: string) => Promise<{ body: Readable; bytes: number } | undefined>
  remove: (key: string) => Promise<void>
  /** The keys of all objects, in no order; one that is written or removed meanwhile may be among them. */
  list: () => AsyncIterable<string>
  /** Rejects if the store cannot be used; with the code ENOSPC when it is full. */
  check: () => Promise<void>
}

/** Milliseconds within which the disk is probed once: a probe writes, and anybody may ask whether the console is ready. */
const probeEveryMs = 1_000

/** Objects as files under `folder`/bucket, readable by their owner only. Full below `minFreeBytes` of free space. */
export function diskFiles(folder: string, bucket: string, minFreeBytes = 0): FileStore {
  const root = resolve(folder, bucket)
  const pathOf = (key: string) => {
    const path = resolve(root, key)
    if (!path.startsWith(root + sep)) throw new Error(`${key} is not a key`)
    return path
  }
  return {
    bucket,
    put: async (key, bytes) => writeDurably(pathOf(key), { bytes }),
    putFile: async (key, copyOf) => writeDurably(pathOf(key), { copyOf }),
    read: (key) => readFile(pathOf(key)).catch(undefinedIfMissing),
    stream: async (key) => {
      const found = await stat(pathOf(key)).catch(undefinedIfMissing)
      return found?.isFile() ? { body: createReadStream(pathOf(key)), bytes: found.size } : undefined
    },
    remove: (key) => rm(pathOf(key), { force: true }),
    list: () => keysUnder(root),
    check: shareAnswer(probeEveryMs, () => probeFolder(root, minFreeBytes)),
  }
}

/** Without files that are being written and probes. */
async function* keysUnder(root: string): AsyncIterable<string> {
  const folder = await opendir(root, { recursive: true }).catch(undefinedIfMissing)
  if (!folder) return
  for await (const entry of folder) {
    const key = relative(root, join(entry.parentPath, entry.name)).replaceAll(sep, '/')
    if (entry.isFile() && !/\.part$|^\.probe-/.test(key)) yield key
  }
}

function undefinedIfMissing(problem: NodeJS.ErrnoException): undefined {
  if (problem.code === 'ENOENT' || problem.code === 'ENOTDIR' || problem.code === 'EISDIR') return undefined
  throw problem
}

/** A random key under a path of the current day, so that no folder grows without limit. */
export function newKey(extension: string, now = new Date()): string {
  const day = now.toISOString().slice(0, 10).replaceAll('-', '/')
  return `${day}/${newId()}.${extension}`
}

const HOUR_SECONDS = 3600
/** Links created within this many seconds are identical, so that a browser can cache the picture. */
const LINK_REUSE_SECONDS = 300

/**
 * The object of a link and for whom the link was made: it ends with that user's access (G119). With a `reader` only that
 * user may open it, signed in. `scope` is the company or brand the object is of, or the uploader; without one it is for
 * staff. Only links made before November 2026 name nobody.
 */
export type LinkTarget = {
  bucket: string
  key: string
  user?: string | undefined
  reader?: string | undefined
  scope?: string | undefined
}

/** Returns a signed link to a stored object of a company or brand; without one only staff can open it (G119). */
export type LinkTo = (bucket: string, key: string, scope?: string) => string

/** Links for a signed-in user, valid for an hour. */
export const linksFor =
  (secret: string, { userId }: { userId: string }): LinkTo =>
  (bucket, key, scope) =>
    signedPath(secret, { bucket, key, user: userId, scope })

/** Links to objects of `bucket` that only this user can open, signed in; without a scope only staff can. */
export const linksForReader =
  (secret: string, bucket: string, reader: string) =>
  (key: string, scope?: string): string =>
    signedPath(secret, { bucket, key, reader, scope })

const signedNames = ['user', 'reader', 'scope'] as const

/** The path of a signed link to an object, valid for `hours` (more than one in emails, G119). Starts with /api. */
export function signedPath(secret: string, target: LinkTarget, hours = 1): string {
  const now = Math.floor(Date.now() / 1000)
  const expires = now - (now % LINK_REUSE_SECONDS) + hours * HOUR_SECONDS
  const query = new URLSearchParams({
    expires: String(expires),
    signature: signatureOf(secret, { ...target, expires }),
  })
  for (const name of signedNames) {
    const value = target[name]
    if (value !== undefined) query.set(name, value)
  }
  return `/api/files/${encodeURIComponent(target.bucket)}/${encodeURIComponent(target.key)}?${query.toString()}`
}

/** Whether this installation signed the link for this object and it has not expired. */
export function isSigned(secret: string, target: LinkTarget & { expires: number; signature: string }): boolean {
  return isEqual(signatureOf(secret, target), target.signature) && target.expires * 1000 > Date.now()
}

function signatureOf(secret: string, target: LinkTarget & { expires: number }): string {
  return createHmac('sha256', secret)
    .update(
      JSON.stringify([
        'file',
        target.bucket,
        target.key,
        target.expires,
        ...signedNames.flatMap((name) => (target[name] === undefined ? [] : [name, target[name]])),
      ]),
    )
    .digest('base64url')
}

/** The key in a link made by signedPath, or in a bare key; undefined if the text is neither. */
export function keyOfLink(link: string): string | undefined {
  const found = /\/api\/files\/[^/]+\/([^/?#]+)/.exec(link)
  const key = found ? decoded(found[1] ?? '') : link
  return /^[\w-]+(\/[\w-]+)*\.\w+$/.test(key) ? key : undefined
}

/** A part of a path without its percent-encoding; empty where that is not valid. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return ''
  }
}
