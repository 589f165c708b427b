import type { z } from 'zod'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { addressOf, answerOf, authorisation } from './call.ts'

/** Sends one file as multipart and says how far it is, from 0 to 1. Rejects as `call` does. */
export async function uploadFile<E extends Endpoint>(
  endpoint: E,
  file: File,
  { onProgress, signal }: { onProgress: (share: number) => void; signal?: AbortSignal },
): Promise<z.output<E['answers']>> {
  const body = new FormData()
  body.append('files', file, file.name)
  // fetch does not tell how much of a body has left.
  const response = await new Promise<Response>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(endpoint.method, addressOf(endpoint, {} as never).url)
    for (const [name, value] of Object.entries(authorisation())) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => resolve(new Response(request.responseText, { status: request.status }))
    request.onerror = () => reject(new TypeError('The file could not be sent'))
    request.onabort = () => reject(new DOMException('The upload was ended', 'AbortError'))
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(body)
  })
  return endpoint.answers.parse(await answerOf(response)) as z.output<E['answers']>
}
