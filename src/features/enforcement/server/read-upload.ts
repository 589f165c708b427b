import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { sheetKind } from '#columns/sheet-cells.ts'
import { sheetTexts } from '#columns/sheet-unreadable.ts'
import { messages } from '#features/enforcement/messages.ts'
import { notMultipart } from '#features/files/messages.ts'
import { overrideReason } from '#features/findings/contract-schemas.ts'
import { messages as findingMessages } from '#features/findings/messages.ts'
import { isNotValid, isRequired } from '#kit/contract/texts.ts'
import { invalid, Problem } from '#kit/server/problem.ts'
import { platformOf } from '#platforms/all.ts'
import type { UploadForm } from './enforce-rows.ts'

/** The largest enforcement workbook, in bytes (G77). */
const maxBytes = 5 * 1024 * 1024
/** The largest field, in bytes: room for a reason of 500 characters in any script, and for finding one that is longer. */
const maxFieldBytes = 4096

/** Reads the form of an enforcement upload: 413 above 5 MB, 415 unless it is an .xlsx file, 422 for invalid fields. */
export async function readUploadForm(request: FastifyRequest): Promise<UploadForm> {
  if (!request.isMultipart()) throw new Problem(415, notMultipart)
  const fields: Record<string, string> = {}
  let file: { name: string; bytes: Buffer } | undefined
  const limits = { files: 1, fileSize: maxBytes, fields: 20, fieldSize: maxFieldBytes }
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') fields[part.fieldname] = String(part.value).trim()
    else
      file = {
        name: part.filename,
        bytes: await part.toBuffer().catch((problem: { code?: string }) => {
          throw problem.code === 'FST_REQ_FILE_TOO_LARGE' ? new Problem(413, messages.fileTooLarge) : problem
        }),
      }
  }
  const errors: Record<string, string> = {}
  const readId = (name: string, label: string) => {
    const id = z.uuid().safeParse(fields[name])
    if (!id.success) errors[name] = fields[name] ? isNotValid(label) : isRequired(label)
    return id.data ?? ''
  }
  const [company, brand] = [readId('company', 'Company'), readId('brand', 'Brand')]
  const platform = platformOf(fields['platform'] ?? '')
  if (!platform) errors['platform'] = fields['platform'] ? messages.platformNotValid : isRequired('Platform')
  const reason = overrideReason.safeParse(fields['overrideReason'])
  if (!reason.success) errors['overrideReason'] = findingMessages.reasonNotValid
  if (!file) errors['file'] = messages.fileRequired
  else if (file.bytes.length === 0) errors['file'] = file.name ? sheetTexts.empty : messages.fileRequired
  if (Object.keys(errors).length > 0 || !file || !platform) throw invalid(errors)
  // readUpload finds out whether it is a workbook, and tells that it cannot read one with a password.
  if (!['xlsx', 'locked'].includes(sheetKind(file.name, file.bytes) ?? '')) throw new Problem(415, messages.pleaseExcel)
  return { company, brand, platform, override: reason.data, ...file }
}
