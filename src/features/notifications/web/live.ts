import { createParser } from 'eventsource-parser'
import { useEffect, useEffectEvent } from 'react'
import { addressOf, authorisation } from '#kit/web/call.ts'
import { reach } from '#kit/web/connection.ts'
import { notificationCalls } from './notification-calls.ts'

/** Live events of the server, by name, with their data. */
export type LiveEvents = {
  notification: { seen: boolean }
  findings: { platform: string; brand: string }
  changes: { platform: string; ids: string }
  requests: { brand: string }
  activity: { id: string }
  settings: { origin: string }
  drafts: Readonly<Record<string, string>>
}
type Listener = { event: string; onEvent: (data: never) => void }

const listeners = new Set<Listener>()
const minWaitMs = 1000
const maxWaitMs = 60_000
/** In milliseconds; the server sends a heartbeat every 20 s. */
const maxSilenceMs = 65_000

/** Listens to one kind of live event while the component is mounted. */
export function useLiveEvent<Event extends keyof LiveEvents>(
  event: Event,
  onEvent: (data: LiveEvents[Event]) => void,
): void {
  const handleEvent = useEffectEvent(onEvent)
  useEffect(() => {
    const listener: Listener = { event, onEvent: (data) => handleEvent(data) }
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }, [event])
}

/**
 * Keeps one stream of server-sent events open until the returned function is called. EventSource cannot send the
 * bearer header, so the stream is read with fetch. `onLost` runs whenever the stream is closed: at once, then after
 * 1, 2, 4 … seconds up to a minute, each time before a retry. A refused stream is retried every minute.
 */
export function startLiveStream(onLost: () => void): () => void {
  const end = new AbortController()
  void runStream(end.signal, onLost)
  return () => end.abort()
}

async function runStream(signal: AbortSignal, onLost: () => void): Promise<void> {
  let wait = minWaitMs
  while (!signal.aborted) {
    try {
      const { url } = addressOf(notificationCalls.stream, {})
      const response = await reach(url, { headers: { ...authorisation(), accept: 'text/event-stream' }, signal })
      // Only received data proves a stream: a proxy may respond instead of the server, and end at once.
      if (response.ok && response.body) await read(response.body, () => (wait = minWaitMs))
      else if (response.status < 500) wait = maxWaitMs
    } catch {
      // Network error: retried below; until then the bell is polled.
    }
    if (signal.aborted) return
    onLost()
    await pause(wait, signal)
    wait = Math.min(maxWaitMs, wait * 2)
  }
}

/** Reads until the stream ends, or is silent for much longer than its heartbeat, as a dead connection is. */
async function read(body: ReadableStream<Uint8Array>, onAny: () => void): Promise<void> {
  const parser = createParser({ onEvent: ({ event, data }) => dispatch(event ?? 'message', data) })
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader()
  for (;;) {
    const silence = setTimeout(() => void reader.cancel(), maxSilenceMs)
    const { done, value } = await reader.read().finally(() => clearTimeout(silence))
    if (done) return
    onAny()
    parser.feed(value)
  }
}

function dispatch(event: string, text: string): void {
  const data = readJson(text)
  if (data === undefined) return
  for (const listener of listeners) if (listener.event === event) listener.onEvent(data as never)
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
  })
}
