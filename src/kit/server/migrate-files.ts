import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A file of db/migrations; `earlier` are the digests under which it was applied before it was edited. */
export type Migration = { name: string; sha256: string; sql: string; earlier: readonly string[] }

/** The released migrations by name: their digest, and those of versions that some databases have applied. */
export type Released = Readonly<
  Record<string, { sha256: string; earlier?: readonly { sha256: string; reason: string }[] }>
>

/** Where `npm run list-migrations` writes the digests, relative to the folder of the migrations. */
export const releasedFile = '../released-migrations.json'

/** The names of the migrations in `folder`, in the order in which they are applied. */
export async function migrationNames(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
}

/** The migrations in `folder`, in order, with line ends as in the repository. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const released = await readReleased(join(folder, releasedFile))
  return Promise.all(
    (await migrationNames(folder)).map(async (name) => {
      const sql = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
      const earlier = (released[name]?.earlier ?? []).map((version) => version.sha256)
      return { name, sha256: createHash('sha256').update(sql).digest('hex'), sql, earlier }
    }),
  )
}

/** The list of released migrations; empty where there is none, as in tests with files of their own. */
export async function readReleased(path: string): Promise<Released> {
  return existsSync(path) ? (JSON.parse(await readFile(path, 'utf8')) as Released) : {}
}

/**
 * What is wrong with `files` held against the list of released ones: each sentence names a file that was changed,
 * removed, or added before the newest released one. Newer files that are not listed are not released yet.
 */
export function changedReleases(files: readonly Migration[], released: Released): string[] {
  const names = Object.keys(released).sort()
  const changed = names.flatMap((name) => {
    const file = files.find((one) => one.name === name)
    if (!file) return [`${name} was released and is missing`]
    return file.sha256 === released[name]!.sha256
      ? []
      : [`${name} was released and has changed: write a new file instead`]
  })
  const late = files.filter(({ name }) => !Object.hasOwn(released, name) && name < (names.at(-1) ?? ''))
  return [...changed, ...late.map(({ name }) => `${name} comes before a released file: give it a higher number`)]
}
