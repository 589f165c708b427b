import { createParser } from 'eventsource-parser'
import { addressOf, authorisation } from '#kit/web/call.ts'
import { reach } from '#kit/web/connection.ts'
import { notifications } from '#features/notifications/contract.ts'

const minWaitMs = 1000
const maxWaitMs = 60_000
/** In milliseconds; the server sends a heartbeat every 20 s. */
export const maxSilenceMs = 65_000

/** What a stream says of itself to the page that reads it. */
export type StreamHandlers = {
  /** With its first byte: from then on the server sends every event. */
  onOpen: () => void
  /** Whenever something arrives, a heartbeat too. */
  onAny?: () => void
  /** With the name of the event and its data as the server sent them. */
  onEvent: (event: string, text: string) => void
  /** Whenever the stream is closed, each time before it is opened again. */
  onLost: () => void
}

/**
 * Keeps one stream of server-sent events open until `signal` is aborted. EventSource cannot send the bearer header, so
 * the stream is read with fetch. A lost stream is opened again after 1, 2, 4 … seconds up to a minute, a refused one
 * every minute.
 */
export async function readStream(signal: AbortSignal, handlers: StreamHandlers): Promise<void> {
  let wait = minWaitMs
  while (!signal.aborted) {
    try {
      const { url } = addressOf(notifications.stream, {})
      const response = await reach(url, { headers: { ...authorisation(), accept: 'text/event-stream' }, signal })
      // Only received data proves a stream: a proxy may respond instead of the server, and end at once.
      if (response.ok && response.body) {
        let isOpen = false
        await read(response.body, handlers, () => {
          wait = minWaitMs
          if (!isOpen) handlers.onOpen()
          isOpen = true
          handlers.onAny?.()
        })
      } else if (response.status < 500) wait = maxWaitMs
    } catch {
      // Network error: retried below; until then the bell is polled.
    }
    if (signal.aborted) return
    handlers.onLost()
    await pause(wait, signal)
    wait = Math.min(maxWaitMs, wait * 2)
  }
}

/** Reads until the stream ends, or is silent for much longer than its heartbeat, as a dead connection is. */
async function read(body: ReadableStream<Uint8Array>, { onEvent }: StreamHandlers, onAny: () => void): Promise<void> {
  const parser = createParser({ onEvent: ({ event, data }) => onEvent(event ?? 'message', data) })
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader()
  for (;;) {
    const silence = setTimeout(() => void reader.cancel(), maxSilenceMs)
    const { done, value } = await reader.read().finally(() => clearTimeout(silence))
    if (done) return
    onAny()
    parser.feed(value)
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
  })
}
