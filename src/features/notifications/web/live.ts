import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { readStream, type StreamHandlers } from './read-stream.ts'
import { shareStream } from './shared-stream.ts'

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
  /** Ids of who has more or less work now, separated by commas, and of who changed that. */
  work: { people: string; by: string }
  settings: { origin: string }
  drafts: Readonly<Record<string, string>>
  missed: { isFirst: boolean }
}
type Listener = { event: string; onEvent: (data: never) => void }

const listeners = new Set<Listener>()
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
 * Hears the live events of a person until the returned function is called; the tabs of a browser share one stream.
 * `onLost` runs whenever there is no stream, and again before each try to open one.
 */
export function startLiveStream(userId: string, onLost: () => void): () => void {
  const end = new AbortController()
  let isFirst = true
  const handlers: StreamHandlers = {
    onOpen: () => {
      if (isFirst) notifyListeners('missed', { isFirst })
      else notifyMissed()
      isFirst = false
    },
    onEvent: dispatch,
    onLost,
  }
  void hear(`brandkeep-live-${userId}`, end.signal, handlers)
  return () => {
    end.abort()
    clearTimeout(missedTimer)
    missedTimer = undefined
  }
}

/** Locks between tabs exist on https and on this machine only; elsewhere each tab reads a stream of its own. */
function hear(name: string, signal: AbortSignal, handlers: StreamHandlers): Promise<void> {
  const { locks } = navigator as Partial<Navigator>
  if (!locks) return readStream(signal, handlers)
  const deps = { locks, openChannel: () => new BroadcastChannel(name), read: readStream }
  // A browser that forbids this page to store anything refuses locks, too; with an aborted signal nothing is read.
  return shareStream(name, { signal, handlers, deps }).catch(() => readStream(signal, handlers))
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
