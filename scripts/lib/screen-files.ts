import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { findingPlatformNames } from '#vocabulary/platform-names.ts'

const root = join(import.meta.dirname, '../..')
const source = join(root, 'src/')
const frame = join(root, 'src/app/web/Frame.tsx')
/** Parts that a screen always has, but that features after its own add. */
const added: Readonly<Record<string, string>> = {
  '/client-dashboard': join(root, 'src/features/home/web/HomeNumbers.tsx'),
}
/** The screens without the frame. */
const isSignIn = (path: string) => /^\/(?:login|reset-password\/)/.test(path)

/**
 * Writes screens.json: the scripts of each screen and of its frame by its path. The server names them in the page, so that
 * they come with the first script and not after it has run.
 */
export const screenFiles: Plugin = {
  name: 'files of the screens',
  async generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((one) => one.type === 'chunk')
    const fileOf = new Map(chunks.flatMap((chunk) => chunk.moduleIds.map((id) => [id, chunk.fileName])))
    const importsOf = new Map(chunks.map(({ fileName, imports }) => [fileName, imports]))
    const first = filesFrom(
      chunks.filter((one) => one.isEntry).map((one) => one.fileName),
      importsOf,
    )

    const screens: Record<string, string[]> = {}
    for (const id of this.getModuleIds())
      for (const { paths, modules } of screensIn(id)) {
        const own = await Promise.all(modules.map(async (name) => (await this.resolve(name, id))!.id))
        for (const path of paths) {
          const parts = [...(isSignIn(path) ? [] : [frame]), ...own, ...(added[path] ? [added[path]] : [])]
          const missing = parts.find((part) => !fileOf.has(part))
          if (missing) throw new Error(`${path} has no file with ${missing}`)
          const files = filesFrom(
            parts.map((part) => fileOf.get(part)!),
            importsOf,
          )
          screens[path] = [...files].filter((file) => !first.has(file)).map((file) => `/${file}`)
        }
      }
    this.emitFile({ type: 'asset', fileName: 'screens.json', source: JSON.stringify(screens) })
  },
}

/** The files and all that they import, those that are imported first. */
function filesFrom(names: readonly string[], importsOf: ReadonlyMap<string, readonly string[]>): Set<string> {
  const found = new Set<string>()
  const add = (name: string) => {
    if (found.has(name)) return
    found.add(name)
    for (const one of importsOf.get(name) ?? []) add(one)
  }
  for (const name of names) add(name)
  return found
}

/** The screens that a module declares, and what their code imports when they are opened. */
function screensIn(id: string): { paths: string[]; modules: string[] }[] {
  if (!/\/web\/(?:own-)?screens\.tsx?$/.test(id)) return []
  const declarations = readFileSync(id, 'utf8')
    .split(/^\s*path: /m)
    .slice(1)
  return declarations.map((text) => {
    const literal = /^'([^']+)'/.exec(text)?.[1]
    // Only the dashboards have computed paths.
    const paths = literal ? [literal] : findingPlatformNames.map(({ path }) => `/${path}-dashboard`)
    return { paths, modules: [...text.matchAll(/\bimport\('([^']+)'\)/g)].map((match) => match[1]!) }
  })
}

type Graph = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null }

/** Whether a module of the console is imported by one of these files, directly or through others, and not only when it is needed. */
export function reachedFrom(
  files: readonly string[],
  { except }: { except?: RegExp } = {},
): (id: string, graph: Graph) => boolean {
  let reached: Set<string> | undefined
  return (id, graph) => {
    if (!reached) {
      reached = new Set(files.map((file) => join(root, file)))
      // A set also gives what is added while it is read.
      // Libraries have one module that imports all of theirs; what is used of them goes where it is used.
      for (const one of reached)
        for (const imported of graph.getModuleInfo(one)?.importedIds ?? [])
          if (imported.startsWith(source)) reached.add(imported)
    }
    return reached.has(id) && !except?.test(id)
  }
}
