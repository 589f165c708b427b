import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { AppContext } from '#kit/server/serve.ts'
import { newId } from '#kit/server/id.ts'
import { claimFolderFile, noteFeed } from './feed-queries.ts'
import { NamesProblem } from './name-lines.ts'
import { readNames } from './read-names.ts'
import type { WatchedNames } from './watched-names.ts'

type App = Pick<AppContext, 'db'>

/** What a file of names may be called; others, such as files that are still being copied, are left alone. */
const isNameFile = (name: string): boolean => !name.startsWith('.') && /\.(?:txt|zone|csv|tsv|gz)$/i.test(name)

/**
 * Reads the files of a folder that are new or were changed since they were read, until the time is over. Each file is a
 * feed of its own; a folder that cannot be read is one, too, with the reason.
 */
export async function readFolder(app: App, watched: WatchedNames, folder: string, until: number): Promise<void> {
  let names: string[]
  try {
    names = (await readdir(folder)).filter(isNameFile).sort()
  } catch (problem) {
    const feed = { id: newId(), kind: 'file' as const, address: folder }
    return noteFeed(app.db, feed, { names: 0, matched: 0, problem: (problem as Error).message })
  }
  for (const name of names) {
    if (Date.now() > until) return
    await readOne(app, watched, join(folder, name))
  }
}

async function readOne(app: App, watched: WatchedNames, path: string): Promise<void> {
  const feed = { id: newId(), kind: 'file' as const, address: path }
  try {
    const { size, mtimeMs } = await stat(path)
    if (!(await claimFolderFile(app.db, feed, `${size} ${Math.floor(mtimeMs)}`))) return
    const read = await readNames(app, watched, createReadStream(path))
    await noteFeed(app.db, feed, { ...read, problem: null })
  } catch (problem) {
    // It was taken away meanwhile, may not be read, or is damaged.
    if (!(problem instanceof NamesProblem) && !isFileError(problem)) throw problem
    await noteFeed(app.db, feed, { names: 0, matched: 0, problem: (problem as Error).message })
  }
}

const isFileError = (problem: unknown): boolean => (problem as NodeJS.ErrnoException).syscall !== undefined
