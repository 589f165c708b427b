import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { MadeFile } from '#features/tool-jobs/server/tool-runner.ts'
import { type Cell, sheetBytes, sheetFormats } from '#kit/server/sheets.ts'

type Content = { header: readonly string[]; lines: AsyncIterable<readonly (readonly Cell[])[]> }

/** Writes a workbook into a folder. */
export async function writeSheet(folder: string, baseName: string, content: Content): Promise<MadeFile> {
  const { ending, type } = sheetFormats.excel
  const name = `${baseName}.${ending}`
  const path = join(folder, name)
  await pipeline(sheetBytes('excel', content), createWriteStream(path))
  return { name, mediaType: type, path }
}
