import type { z } from 'zod'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { addressOf, answerOf, authorisation } from './call.ts'

type UploadOptions = {
  onProgress?: (share: number) => void
  signal?: AbortSignal
  /** Form field of the file; 'files' unless the call expects another one. */
  name?: string
  /** Form fields sent before the file. */
  fields?: Readonly<Record<string, string>>
}

/**
 * Uploads one file as multipart and reports the progress from 0 to 1. Rejects as `call` does, and with a DOMException
 * if the file was changed after it was chosen.
 */
export async function uploadFile<E extends Endpoint>(
  endpoint: E,
  file: File | undefined,
  { onProgress, signal, name: fileField = 'files', fields = {} }: UploadOptions,
): Promise<z.output<E['answers']>> {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  if (file) body.append(fileField, file, file.name)
  const sent = authorisation()
  // fetch does not report upload progress.
  const response = await new Promise<Response>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(endpoint.method, addressOf(endpoint, {} as never).url)
    for (const [name, value] of Object.entries(sent)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0)
    request.onload = () => resolve(new Response(request.responseText, { status: request.status }))
    request.onerror = () => reject(new TypeError('The file could not be sent'))
    request.onabort = () => reject(new DOMException('The upload was cancelled', 'AbortError'))
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(body)
  }).catch(async (error: unknown) => {
    // The browser reports a changed file like a lost connection; reading it tells (not its first byte alone).
    if (error instanceof TypeError) await file?.arrayBuffer()
    throw error
  })
  return (await answerOf(response, sent)) as z.output<E['answers']>
}
