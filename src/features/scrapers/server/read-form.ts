import type { FastifyRequest } from 'fastify'
import { sheetKind } from '#columns/sheet-cells.ts'
import { notMultipart } from '#features/files/messages.ts'
import { messages } from '#features/scrapers/messages.ts'
import { maxNameLength, maxSheetBytes, refreshPlatforms } from '#features/scrapers/rules.ts'
import { isNotValid } from '#kit/contract/texts.ts'
import { invalid, Problem } from '#kit/server/problem.ts'
import { platformOf } from '#platforms/all.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'

/** The form of scrappers 3 and 4. */
export type SheetForm = {
  filename: string
  platform: FindingPlatformDefinition
  file: { name: string; bytes: Buffer }
}

/** Reads the form: 413 above 5 MB, 415 unless the file is .xlsx or .xls, 422 for missing or invalid fields (S-172). */
export async function readSheetForm(request: FastifyRequest): Promise<SheetForm> {
  if (!request.isMultipart()) throw new Problem(415, notMultipart)
  const fields: Record<string, string> = {}
  let file: SheetForm['file'] | undefined
  for await (const part of request.parts({
    limits: { files: 1, fileSize: maxSheetBytes, fields: 20, fieldSize: 1024 },
  })) {
    if (part.type === 'field') fields[part.fieldname] = String(part.value).trim()
    else file = { name: part.filename, bytes: await part.toBuffer().catch(tooLarge) }
  }
  const errors: Record<string, string> = {}
  for (const name of ['filename', 'platform', 'email']) if (!fields[name]) errors[name] = messages.requiredField
  if (!file || file.bytes.length === 0) errors['file'] = messages.fileRequired
  if (Object.keys(errors).length > 0) throw invalid(errors, messages.fillAll)
  const platform = platformOf(fields['platform']!)
  if (!platform || !refreshPlatforms.some((one) => one === platform.value))
    throw invalid({ platform: isNotValid('Platform') })
  const filename = fields['filename']!
  if (filename.length > maxNameLength || /\p{Cc}/u.test(filename) || !filename.isWellFormed())
    throw invalid({ filename: isNotValid('Filename') })
  // A workbook with a password is recognised later, with a message of its own.
  if (sheetKind(file!.name, file!.bytes) === undefined) throw new Problem(415, messages.notExcel)
  return { filename, platform, file: file! }
}

function tooLarge(problem: { code?: string }): never {
  throw problem.code === 'FST_REQ_FILE_TOO_LARGE' ? new Problem(413, messages.tooLarge) : (problem as Error)
}
