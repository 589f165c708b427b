import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { createParser } from 'eventsource-parser'
import { useEffect, useEffectEvent } from 'react'
import { addressOf, authorisation } from '#kit/web/call.ts'
import { reach } from '#kit/web/connection.ts'
import { notificationCalls } from './notification-calls.ts'

/**
 * Live events of the server, by name, with their data. `missed` also comes from here: nothing is sent to a page whose
 * stream is not open, so what it shows may be out of date as soon as a stream opens, the first one or a later one.
 */
export type LiveEvents = {
  notification: { seen: boolean }
  findings: { platform: string; brand: string }
  changes: { platform: string; ids: string }
  requests: { brand: string }
  activity: { id: string }
  settings: { origin: string }
  drafts: Readonly<Record<string, string>>
  missed: { isFirst: boolean }
}
type Listener = { event: string; onEvent: (data: never) => void }

const listeners = new Set<Listener>()
const minWaitMs = 1000
const maxWaitMs = 60_000
/** In milliseconds; the server sends a heartbeat every 20 s. */
const maxSilenceMs = 65_000
/** Pages that lost their streams together, as in a restart of the server, read again within this time, not at once. */
const spreadMs = 5000

/** Listens to one kind of live event while the component is mounted. */
export function useLiveEvent<Event extends keyof LiveEvents>(
  event: Event,
  onEvent: (data: LiveEvents[Event]) => void,
): void {
  const handleEvent = useEffectEvent(onEvent)
  useEffect(() => watchLiveEvent(event, (data) => handleEvent(data)), [event])
}

/** Calls `onEvent` for one kind of live event until the returned function is called. */
export function watchLiveEvent<Event extends keyof LiveEvents>(
  event: Event,
  onEvent: (data: LiveEvents[Event]) => void,
): () => void {
  const listener: Listener = { event, onEvent }
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** After events were missed, reads again what is shown of these queries; what is being read just now is new enough. */
export function useReadAgain(...keys: readonly QueryKey[]): void {
  const client = useQueryClient()
  useLiveEvent('missed', () => {
    for (const queryKey of keys)
      void client.invalidateQueries({ queryKey, predicate: ({ state }) => state.fetchStatus === 'idle' })
  })
}

/**
 * Keeps one stream of server-sent events open until the returned function is called. EventSource cannot send the
 * bearer header, so the stream is read with fetch. `onLost` runs whenever the stream is closed: at once, then after
 * 1, 2, 4 … seconds up to a minute, each time before a retry. A refused stream is retried every minute.
 */
export function startLiveStream(onLost: () => void): () => void {
  const end = new AbortController()
  void runStream(end.signal, onLost)
  return () => {
    end.abort()
    clearTimeout(missedTimer)
    missedTimer = undefined
  }
}

async function runStream(signal: AbortSignal, onLost: () => void): Promise<void> {
  let wait = minWaitMs
  let isFirst = true
  while (!signal.aborted) {
    try {
      const { url } = addressOf(notificationCalls.stream, {})
      const response = await reach(url, { headers: { ...authorisation(), accept: 'text/event-stream' }, signal })
      // Only received data proves a stream: a proxy may respond instead of the server, and end at once.
      if (response.ok && response.body) {
        let isOpen = false
        await read(response.body, () => {
          wait = minWaitMs
          if (isOpen) return
          // From its first byte on the server sends every event.
          isOpen = true
          if (isFirst) notifyListeners('missed', { isFirst })
          else notifyMissed()
          isFirst = false
        })
      } else if (response.status < 500) wait = maxWaitMs
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
  if (event === 'missed') notifyMissed()
  else notifyListeners(event, data)
}

function notifyListeners(event: string, data: unknown): void {
  for (const listener of listeners) if (listener.event === event) listener.onEvent(data as never)
}

let missedTimer: ReturnType<typeof setTimeout> | undefined

/** Some time later: every page has missed the same events. */
function notifyMissed(): void {
  missedTimer ??= setTimeout(() => {
    missedTimer = undefined
    notifyListeners('missed', { isFirst: false })
  }, Math.random() * spreadMs)
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
