import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { Zip, ZipPassThrough } from 'fflate'
import { type MadeFile, missingFiles } from '#features/tool-jobs/server/tool-runner.ts'

/** Far below 4 GiB and 65,535 entries, above which not every program reads a .zip file. */
const maxBytes = 1_000_000_000
const maxEntries = 5000

type OpenZip = { add: (name: string, body: Readable) => Promise<void>; close: () => Promise<string>; leave: () => void }

/**
 * Collects files into .zip files of at most 1 GB, which are written as they come. Pictures and archives are packed
 * already, so they are stored as they are.
 */
export function zipFiles(folder: string, baseName: string) {
  const made: string[] = []
  const missing: string[] = []
  let current: OpenZip | undefined
  let [bytes, entries] = [0, 0]
  const endPart = async () => {
    if (current) made.push(await current.close())
    current = undefined
    ;[bytes, entries] = [0, 0]
  }
  return {
    add: async (name: string, file: { body: Readable; bytes: number }): Promise<void> => {
      if (entries === maxEntries || (entries > 0 && bytes + file.bytes > maxBytes)) await endPart()
      current ??= openZip(join(folder, `${baseName}-${made.length + 1}.zip`))
      entries++
      bytes += file.bytes
      await current.add(name, file.body)
    },
    /** Notes a file that is no longer stored: the last archive lists them. */
    addMissing: (name: string): void => {
      missing.push(name)
    },
    /** The finished files; numbered when there are several. */
    close: async (): Promise<MadeFile[]> => {
      if (missing.length > 0) {
        current ??= openZip(join(folder, `${baseName}-${made.length + 1}.zip`))
        const { name, bytes: list } = missingFiles(missing)
        await current.add(name, Readable.from([list]))
      }
      await endPart()
      const nameOf = (index: number) => (made.length === 1 ? `${baseName}.zip` : `${baseName}-${index + 1}.zip`)
      return made.map((path, index) => ({ name: nameOf(index), mediaType: 'application/zip', path }))
    },
    /** Closes what is open, unfinished; nothing where all was closed. */
    leave: (): void => {
      current?.leave()
      current = undefined
    },
  }
}

function openZip(path: string): OpenZip {
  const out = createWriteStream(path)
  const written = finished(out)
  // An error is thrown by close.
  written.catch(() => undefined)
  const zip = new Zip((problem, bytes, isLast) => {
    if (problem) out.destroy(problem)
    else out.write(bytes)
    if (isLast) out.end()
  })
  return {
    add: async (name, body) => {
      const entry = new ZipPassThrough(name)
      zip.add(entry)
      for await (const bytes of body) {
        entry.push(bytes as Buffer)
        if (out.writableNeedDrain) await Promise.race([once(out, 'drain'), written])
      }
      entry.push(new Uint8Array(0), true)
    },
    close: async () => {
      zip.end()
      await written
      return path
    },
    leave: () => {
      out.destroy()
    },
  }
}
