import { maxSilenceMs, type StreamHandlers } from './read-stream.ts'

/** What the tabs of a browser tell each other. The tab that reads the stream sends all but 'ask'. */
type Message = { kind: 'ask' | 'open' | 'alive' | 'lost' } | { kind: 'event'; event: string; text: string }

/** The parts of BroadcastChannel that are used. */
export type Channel = {
  postMessage: (message: Message) => void
  onmessage: ((event: MessageEvent<Message>) => void) | null
  close: () => void
}

export type SharingDeps = {
  locks: Pick<LockManager, 'request'>
  /** A new end of the channel between the tabs. */
  openChannel: () => Channel
  /** Reads the stream until the signal is aborted. */
  read: (signal: AbortSignal, handlers: StreamHandlers) => Promise<void>
}

/** A tab that hears nothing of the one that reads, not even a heartbeat, for this time takes the stream for lost. */
const maxQuietMs = maxSilenceMs + 10_000

/**
 * Gives each tab of a browser the events of one stream until `signal` is aborted: a browser opens six connections to a
 * server without HTTP/2, so that a stream for each tab would leave none for the calls. The tab that has the lock reads;
 * the browser gives the lock to another one when that tab is closed, and it opens the stream anew. Rejects where locks are
 * forbidden, and when `signal` is aborted before this tab had the lock.
 */
export async function shareStream(
  name: string,
  { signal, handlers, deps }: { signal: AbortSignal; handlers: StreamHandlers; deps: SharingDeps },
): Promise<void> {
  const channel = deps.openChannel()
  const follower = followStream(channel, handlers)
  try {
    await deps.locks.request(name, { signal }, async () => {
      follower.end()
      await deps.read(signal, leadStream(channel, handlers))
    })
  } finally {
    follower.end()
    channel.close()
  }
}

/** Hears from the tab that reads the stream. */
function followStream(channel: Channel, { onOpen, onEvent, onLost }: StreamHandlers): { end: () => void } {
  let isOpen = false
  let silence: ReturnType<typeof setTimeout> | undefined
  const watchSilence = () => {
    clearTimeout(silence)
    silence = setTimeout(() => {
      isOpen = false
      onLost()
      watchSilence()
    }, maxQuietMs)
  }
  channel.onmessage = ({ data }) => {
    if (data.kind === 'ask') return
    watchSilence()
    // A new stream misses what happened before it; this tab may also hear of an open one for the first time.
    if (data.kind === 'open' || (data.kind !== 'lost' && !isOpen)) onOpen()
    isOpen = data.kind !== 'lost'
    if (data.kind === 'event') onEvent(data.event, data.text)
    else if (data.kind === 'lost') onLost()
  }
  watchSilence()
  channel.postMessage({ kind: 'ask' })
  return { end: () => clearTimeout(silence) }
}

/** Handlers of the tab that reads the stream: they tell the others, too. */
function leadStream(channel: Channel, handlers: StreamHandlers): StreamHandlers {
  let state: 'open' | 'lost' | undefined
  const tell = (message: Message) => channel.postMessage(message)
  channel.onmessage = ({ data }) => {
    if (data.kind === 'ask' && state) tell({ kind: state === 'open' ? 'alive' : 'lost' })
  }
  return {
    onOpen: () => {
      tell({ kind: 'open' })
      state = 'open'
      handlers.onOpen()
    },
    onAny: () => tell({ kind: 'alive' }),
    onEvent: (event, text) => {
      tell({ kind: 'event', event, text })
      handlers.onEvent(event, text)
    },
    onLost: () => {
      state = 'lost'
      tell({ kind: 'lost' })
      handlers.onLost()
    },
  }
}
