import type { GridRows } from '#kit/web/EditableGrid-rows.ts'
import { addressOf, answerOf, authorisation } from '#kit/web/call.ts'
import { intake } from '#features/intake/contract.ts'
import { type Pictures, withPicture } from './pictures.ts'

/** The fields of an upload besides its rows. */
export type UploadHead = {
  company: string
  brand: string
  platform: string
  reportingDate: string
  duplicateLidCheck: boolean
}
/** Called with the share of bytes sent, 0 to 1. At 1 the server is working. */
export type SendProgress = (share: number) => void

const rowsPerSlice = 500

/**
 * Saves or checks rows, including their pictures and the reporting date (S-105, S-147). Resolves with the answer;
 * rejects with CallFailed, a TypeError when the network fails, or an AbortError when cancelled.
 */
export async function sendRows(
  what: 'save' | 'check',
  { head, rows, pictures }: { head: UploadHead; rows: GridRows; pictures: Pictures },
  { onProgress, signal }: { onProgress: SendProgress; signal: AbortSignal },
): Promise<unknown> {
  const body = await bodyOf(head, rows, pictures, signal)
  const { url } = addressOf(intake[what], {})
  const sent = authorisation()
  const request = new XMLHttpRequest()
  request.open('POST', url)
  for (const [name, value] of Object.entries({ ...sent, 'content-type': 'application/json' }))
    request.setRequestHeader(name, value)
  request.upload.addEventListener('progress', (event) => onProgress(event.total > 0 ? event.loaded / event.total : 0))
  const cancel = () => request.abort()
  signal.addEventListener('abort', cancel)
  try {
    const response = await new Promise<Response>((resolve, reject) => {
      request.addEventListener('load', () => resolve(new Response(request.responseText, { status: request.status })))
      request.addEventListener('error', () => reject(new TypeError('The server cannot be reached.')))
      request.addEventListener('abort', () => reject(new DOMException('Cancelled', 'AbortError')))
      request.send(body)
    })
    return await answerOf(response, sent)
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

/** The JSON body, built in slices so that the page stays responsive. */
async function bodyOf(head: UploadHead, rows: GridRows, pictures: Pictures, signal: AbortSignal): Promise<Blob> {
  const parts: string[] = [`${JSON.stringify(head).slice(0, -1)},"data":[`]
  for (let from = 0; from < rows.length; from += rowsPerSlice) {
    signal.throwIfAborted()
    const slice = rows.slice(from, from + rowsPerSlice)
    const texts = slice.map((row) => JSON.stringify({ ...withPicture(row, pictures), dateAdded: head.reportingDate }))
    parts.push((from > 0 ? ',' : '') + texts.join(','))
    await new Promise((resolve) => setTimeout(resolve))
  }
  parts.push(']}')
  return new Blob(parts, { type: 'application/json' })
}
