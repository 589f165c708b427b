import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** Names of the chunks that a chunk imports, itself included. */
function withImports(folder: string, name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found
  found.add(name)
  const text = readFileSync(join(folder, name), 'utf8')
  for (const [, path] of text.matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g)) withImports(folder, path!, found)
  return found
}

/**
 * Gzipped bytes of script a browser loads for a screen: the entry with all its imports, and further chunks, each given
 * by the start of its name (`LoginScreen`).
 */
export function scriptBytes(webFolder: string, chunks: readonly string[]): number {
  const folder = join(webFolder, 'assets')
  const page = readFileSync(join(webFolder, 'index.html'), 'utf8')
  const entry = /src="\/assets\/([^"]+\.js)"/.exec(page)?.[1]
  if (!entry) throw new Error(`${webFolder}/index.html has no script`)
  const names = readdirSync(folder)
  const needed = withImports(folder, entry)
  for (const chunk of chunks) {
    const name = names.find((one) => one.startsWith(`${chunk}-`) && one.endsWith('.js'))
    if (!name) throw new Error(`There is no chunk ${chunk}`)
    withImports(folder, name, needed)
  }
  return [...needed].reduce((sum, name) => sum + gzipSync(readFileSync(join(folder, name))).length, 0)
}
