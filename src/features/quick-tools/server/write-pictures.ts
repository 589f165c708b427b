import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { writeZip } from '#features/case-files/server/write-zip.ts'
import { messages } from '#features/tool-jobs/messages.ts'
import { type MadeFile, missingFiles, type ToolRow } from '#features/tool-jobs/server/tool-runner.ts'
import type { FileStore } from '#kit/server/files.ts'
import { screenshotColumns } from './take-screenshot.ts'
import { writeWorkbook } from './write-workbook.ts'

/** Bytes of pictures in one archive; a larger result has several. */
const maxArchive = 1_500_000_000

/** Where an archive is written, and what it is called; see `writeWorkbook`. */
type Archive = { folder: string; name: string; isNumbered: boolean }

/**
 * Packs the pictures of a job into a .zip with an index sheet, several where they are more than 1.5 GB together. One
 * picture at a time is copied to the disk, so that memory does not grow with them.
 */
export async function writePictures(
  files: FileStore,
  lines: AsyncIterable<ToolRow>,
  { folder, name: baseName, isNumbered }: Archive,
): Promise<MadeFile[]> {
  const made: MadeFile[] = []
  const pending: ToolRow[] = []
  let part: Awaited<ReturnType<typeof openPart>> | undefined
  const close = async () => {
    if (!part) return
    made.push(await part.close(pending.splice(0)))
    part = undefined
  }
  try {
    for await (const line of lines) {
      const bytes = line.files.reduce((sum, one) => sum + one.bytes, 0)
      if (part && part.bytes + bytes > maxArchive) await close()
      part ??= await openPart({
        folder,
        name: `${baseName}${made.length > 0 ? `-${made.length + 1}` : ''}`,
        isNumbered,
      })
      const missing: string[] = []
      for (const { name, key, bytes: size } of line.files)
        if (!(await part.add(files, { name, key, bytes: size }))) missing.push(name)
      pending.push(missing.length > 0 ? withMissing(line, missing) : line)
    }
    await close()
  } finally {
    await part?.leave()
  }
  return made
}

async function openPart({ folder, name, isNumbered }: Archive) {
  const path = join(folder, `${name}.zip`)
  const zip = await writeZip(path)
  const missing: string[] = []
  const part = {
    bytes: 0,
    /** false: it is no longer stored. */
    add: async (files: FileStore, picture: { name: string; key: string; bytes: number }): Promise<boolean> => {
      const found = await files.stream(picture.key)
      if (!found) {
        missing.push(picture.name)
        return false
      }
      const copy = join(folder, 'picture')
      await pipeline(found.body, createWriteStream(copy))
      await zip.add(picture.name, { path: copy })
      await rm(copy)
      part.bytes += picture.bytes
      return true
    },
    close: async (lines: readonly ToolRow[]): Promise<MadeFile> => {
      const index = await writeWorkbook(asIndex(lines), folder, {
        path: `${name}.xlsx`,
        name: 'index.xlsx',
        columns: screenshotColumns,
        lineOf: String,
        isNumbered,
      })
      await zip.add(index.name, index as { path: string })
      if (missing.length > 0) {
        const list = missingFiles(missing)
        await zip.add(list.name, list.bytes)
      }
      await zip.end()
      await zip.close()
      return { name: `${name}.zip`, mediaType: 'application/zip', path, records: lines.length }
    },
    /** Closes the file unfinished. */
    leave: () => zip.close(),
  }
  return part
}

/** The index says what is missing beside the line. */
const withMissing = (line: ToolRow, names: readonly string[]): ToolRow => ({
  ...line,
  records: (line.records ?? []).map((record) => ({ ...record, result: names.map(messages.missingFile).join(', ') })),
})

/** A page that could not be opened has a row in the index as well. */
async function* asIndex(lines: readonly ToolRow[]): AsyncGenerator<ToolRow> {
  for (const line of lines)
    yield line.state === 'Done'
      ? line
      : { ...line, records: [{ url: line.input, result: line.problem ?? messages.notReached }] }
}
