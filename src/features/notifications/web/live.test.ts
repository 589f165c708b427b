import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startLiveStream, watchLiveEvent } from './live.ts'

type Stream = { send: (text: string) => void; end: () => void; fail: () => void }

let requests = 0
let lost = 0
let streams: Stream[] = []
let answer: () => Response
let stop: () => void

/** A stream as the server opens it. */
function opened(): Response {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      streams.push({
        send: (text) => controller.enqueue(new TextEncoder().encode(text)),
        end: () => controller.close(),
        fail: () => controller.error(new TypeError('network')),
      })
    },
  })
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
}
const down = (): Response => {
  throw new TypeError('Failed to fetch')
}
const after = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)
const begin = async (first: () => Response) => {
  answer = first
  stop = startLiveStream('a person', () => lost++)
  await after(0)
}

beforeEach(() => {
  requests = 0
  lost = 0
  streams = []
  vi.useFakeTimers()
  // Without locks, as on plain http: the page reads a stream of its own.
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('fetch', async (url: string) => {
    // While the server is down, whether it is back is asked by another call.
    if (!url.endsWith('/stream')) return answer === down ? down() : new Response('{}')
    requests++
    return answer()
  })
})
afterEach(async () => {
  stop()
  // Whether the server can be reached is known to the whole page, and so to the tests after this one.
  answer = () => new Response('{}')
  await after(120)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('while a stream is open nothing else is requested', async () => {
  await begin(opened)
  for (let n = 0; n < 30; n++) {
    streams[0]!.send(':\n\n')
    await after(20)
  }
  expect([requests, lost]).toEqual([1, 0])
})

test('without a stream the bell is fetched at once, then every minute', async () => {
  await begin(() => new Response('', { status: 404 }))
  expect(lost).toBe(1)
  await after(59)
  expect(lost).toBe(1)
  await after(301)
  expect(lost).toBe(7)
})

test('after a server restart the stream is open again as soon as the server is up', async () => {
  await begin(opened)
  streams[0]!.send(':\n\n')
  await after(1)
  answer = down
  streams[0]!.fail()
  await after(2)
  expect([requests, lost]).toEqual([2, 2])
  answer = opened
  await after(2)
  expect(streams).toHaveLength(2)
  await after(50)
  expect([requests, lost]).toEqual([3, 2])
})

test('while the server is down it is retried less and less often, but at least every minute', async () => {
  await begin(down)
  await after(63)
  expect(requests).toBe(7)
  await after(240)
  expect(requests).toBe(11)
})

test('a response that is not a stream and ends at once is not retried every second', async () => {
  await begin(() => new Response(''))
  await after(180)
  expect(requests).toBeLessThan(10)
  expect(lost).toBe(requests)
})

test('a silent dead connection is closed and reopened', async () => {
  await begin(opened)
  streams[0]!.send(':\n\n')
  await after(70)
  expect([streams.length, lost]).toEqual([2, 1])
})

test('a page hears that it may have missed events when a stream opens, and when the server lost its own', async () => {
  const missed: boolean[] = []
  const unwatch = watchLiveEvent('missed', ({ isFirst }) => missed.push(isFirst))
  await begin(opened)
  expect(missed).toEqual([])
  streams[0]!.send('retry: 3000\n\n')
  await after(0)
  expect(missed).toEqual([true])
  streams[0]!.send(':\n\n')
  await after(10)
  expect(missed).toEqual([true])
  // Every page of a restarted server: not all at the same moment, but soon.
  streams[0]!.end()
  await after(1)
  streams[1]!.send('retry: 3000\n\n')
  await after(5)
  expect(missed).toEqual([true, false])
  streams[1]!.send('event: missed\ndata: {}\n\nevent: missed\ndata: {}\n\n')
  await after(5)
  expect(missed).toEqual([true, false, false])
  unwatch()
})

test('stopping ends the stream and its retries', async () => {
  await begin(down)
  stop()
  await after(600)
  expect(requests).toBe(1)
})
