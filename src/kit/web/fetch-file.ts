import { answerOf, authorisation } from './call.ts'
import { reach } from './connection.ts'

type FetchFileOptions = {
  /** Timeout for the whole file, in seconds. */
  seconds: number
  /** Aborts earlier, when the person cancels. */
  signal?: AbortSignal
  /** Bytes that have arrived so far. */
  onBytes?: (bytes: number) => void
}

/**
 * Fetches a file. Rejects with CallFailed (the server's error), a TimeoutError after `seconds`, an AbortError when
 * aborted, or a TypeError (network).
 */
export async function fetchFile(address: string, { seconds, signal, onBytes }: FetchFileOptions): Promise<Blob> {
  const timeout = AbortSignal.timeout(seconds * 1000)
  const combinedSignal = signal ? AbortSignal.any([signal, timeout]) : timeout
  const sent = authorisation()
  const response = await reach(address, { headers: sent, signal: combinedSignal })
  if (!response.ok || !response.body) {
    await answerOf(response, sent)
    throw new TypeError('The file has no content')
  }
  const parts: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  const reader = response.body.getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value as Uint8Array<ArrayBuffer>)
    bytes += part.value.length
    onBytes?.(bytes)
  }
  return new Blob(parts, { type: response.headers.get('content-type') ?? 'application/octet-stream' })
}

/** A signed link to a stored file as one that downloads it, which the data log has; other addresses stay. */
export const asDownload = (link: string): string => (/^\/api\/files\/[^?]+\?/.test(link) ? `${link}&download=1` : link)

/** Saves a file under a name, as a download of the browser. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  saveAddress(address, name)
  // The browser reads the address later; a minute is more than enough.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Saves what an address answers under a name, as a download of the browser. */
export function saveAddress(address: string, name: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
}
