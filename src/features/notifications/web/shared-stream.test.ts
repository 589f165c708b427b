import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { StreamHandlers } from './read-stream.ts'
import { type Channel, shareStream } from './shared-stream.ts'

type Message = Parameters<Channel['postMessage']>[0]
type Tab = { received: string[]; end: () => void }

/** The ends of the channel of one browser. */
let channels: Channel[]
/** Tabs that wait for the lock, and whether one has it. */
let waiting: (() => void)[]
let isTaken: boolean
/** The streams that were opened, with the handlers of the tab that reads. */
let streams: StreamHandlers[]

const openChannel = (): Channel => {
  const own: Channel = {
    onmessage: null,
    postMessage: (message: Message) => {
      for (const one of channels)
        if (one !== own) queueMicrotask(() => one.onmessage?.({ data: message } as MessageEvent<Message>))
    },
    close: () => void (channels = channels.filter((one) => one !== own)),
  }
  channels.push(own)
  return own
}

/** As the browser gives it: one after another, in the order in which they asked. */
const request = async (_name: string, { signal }: { signal: AbortSignal }, work: () => Promise<void>) => {
  if (isTaken)
    await new Promise<void>((resolve, reject) => {
      waiting.push(resolve)
      signal.addEventListener('abort', () => {
        waiting = waiting.filter((one) => one !== resolve)
        reject(new DOMException('aborted', 'AbortError'))
      })
    })
  isTaken = true
  await work()
  isTaken = false
  waiting.shift()?.()
}

const read = (signal: AbortSignal, handlers: StreamHandlers) =>
  new Promise<void>((resolve) => {
    streams.push(handlers)
    signal.addEventListener('abort', () => resolve())
  })

function openTab(): Tab {
  const received: string[] = []
  const abort = new AbortController()
  const handlers: StreamHandlers = {
    onOpen: () => void received.push('open'),
    onEvent: (event, text) => void received.push(`${event} ${text}`),
    onLost: () => void received.push('lost'),
  }
  void shareStream('live', {
    signal: abort.signal,
    handlers,
    deps: { locks: { request } as never, openChannel, read },
  }).catch(() => undefined)
  return { received, end: () => abort.abort() }
}

const after = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)

beforeEach(() => {
  channels = []
  waiting = []
  isTaken = false
  streams = []
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

test('ten tabs read one stream, and each hears every event once', async () => {
  const tabs = Array.from({ length: 10 }, openTab)
  await after(0)
  streams[0]!.onOpen()
  streams[0]!.onEvent('notification', '{"seen":false}')
  await after(0)
  expect(streams).toHaveLength(1)
  for (const { received } of tabs) expect(received).toEqual(['open', 'notification {"seen":false}'])
})

test('a tab that is opened later hears that the stream is open', async () => {
  openTab()
  await after(0)
  streams[0]!.onOpen()
  const later = openTab()
  await after(0)
  expect(later.received).toEqual(['open'])
  const other = openTab()
  await after(0)
  expect([later.received, other.received]).toEqual([['open'], ['open']])
})

test('when the tab that reads is closed, the next one opens a stream, and the others may have missed events', async () => {
  const [first, second, third] = [openTab(), openTab(), openTab()]
  await after(0)
  streams[0]!.onOpen()
  await after(0)
  first.end()
  await after(0)
  expect(streams).toHaveLength(2)
  streams[1]!.onOpen()
  streams[1]!.onEvent('findings', '{}')
  await after(0)
  expect(first.received).toEqual(['open'])
  expect(second.received).toEqual(['open', 'open', 'findings {}'])
  expect(third.received).toEqual(['open', 'open', 'findings {}'])
})

test('a lost stream is lost for every tab, also for one that is opened meanwhile', async () => {
  const [first, second] = [openTab(), openTab()]
  await after(0)
  streams[0]!.onOpen()
  streams[0]!.onLost()
  await after(0)
  const later = openTab()
  await after(0)
  expect(first.received).toEqual(['open', 'lost'])
  expect(second.received.slice(0, 2)).toEqual(['open', 'lost'])
  expect(later.received).toEqual(['lost'])
  streams[0]!.onOpen()
  await after(0)
  for (const { received } of [first, second, later]) expect(received.at(-1)).toBe('open')
})

test('a tab that hears not even a heartbeat takes the stream for lost, and for open when it hears one again', async () => {
  openTab()
  const second = openTab()
  await after(0)
  streams[0]!.onOpen()
  for (let n = 0; n < 10; n++) {
    await after(20)
    streams[0]!.onAny!()
  }
  await after(0)
  expect(second.received).toEqual(['open'])
  await after(80)
  expect(second.received).toEqual(['open', 'lost'])
  streams[0]!.onAny!()
  await after(0)
  expect(second.received).toEqual(['open', 'lost', 'open'])
})

test('a tab that was closed hears nothing more and waits for no lock', async () => {
  const [, second] = [openTab(), openTab()]
  await after(0)
  second.end()
  await after(0)
  streams[0]!.onOpen()
  await after(600)
  expect(second.received).toEqual([])
  expect(waiting).toEqual([])
  expect(channels).toHaveLength(1)
})
