import fastify from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isStorageFull, registerErrorHandler } from './errors.ts'
import { s3Files } from './s3-files.ts'
import { type FakeS3, startFakeS3 } from './testing-s3.ts'

let s3: FakeS3
beforeEach(async () => {
  s3 = await startFakeS3()
})
afterEach(() => {
  vi.useRealTimers()
  s3.close()
})

/** What a call answers whose work is to store a file. */
async function answerToPut() {
  const server = fastify()
  registerErrorHandler(server)
  const files = s3Files(s3.settings, { connect: 500, answer: 500, idle: 500 })
  server.post('/', async () => {
    await files.put('one', Buffer.from('bytes'), 'text/plain')
    return { message: 'Stored' }
  })
  const answer = await server.inject({ method: 'POST', url: '/' })
  return [answer.statusCode, answer.json<{ message: string }>().message, answer.headers['retry-after']]
}

test('files that nobody reads keep nobody from saving and reading', async () => {
  const files = s3Files(s3.settings)
  s3.objects.set('large', Buffer.alloc(20 * 1024 * 1024, 'x'))
  const unread = await Promise.all(Array.from({ length: 60 }, () => files.stream('large')))
  try {
    const began = performance.now()
    await files.put('small', Buffer.from('saved'), 'text/plain')
    expect(String(await files.read('small'))).toBe('saved')
    // At once; where connections are shared it waits for good.
    expect(performance.now() - began).toBeLessThan(8000)
  } finally {
    for (const one of unread) one!.body.destroy()
  }
})

test('a full store is a 507 that says nothing was saved, an overloaded or broken one a 503', async () => {
  const unavailable = [503, 'The service cannot do this right now. Please try again.', '5']
  s3.answer(507)
  expect(await answerToPut()).toEqual([507, 'Storage is full; nothing was saved.', undefined])
  for (const status of [500, 502, 503, 429]) {
    s3.answer(status)
    expect([status, ...(await answerToPut())]).toEqual([status, ...unavailable])
  }
  s3.answer(403)
  expect((await answerToPut())[0]).toBe(500)
  s3.answer(undefined)
  expect(await answerToPut()).toEqual([200, 'Stored', undefined])
})

test('a store that does not answer is a 503 in its time', async () => {
  s3.answer('none')
  expect((await answerToPut())[0]).toBe(503)
  const files = s3Files(s3.settings, { connect: 500, answer: 500, idle: 60_000 })
  const calls = [() => files.read('one'), () => files.stream('one'), () => files.remove('one'), () => files.check()]
  for (const call of calls) await expect(call()).rejects.toThrow('exceeded the configured 500 ms')
})

test('whether it takes files is tried at most once a minute, and leaves nothing behind', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  const files = s3Files(s3.settings)
  const written = () => s3.requests.filter((one) => /^(PUT|DELETE) \.probe-/.test(one)).length
  for (let n = 0; n < 3; n++) await files.check()
  expect(s3.requests.filter((one) => one === 'HEAD ')).toHaveLength(3)
  expect([written(), s3.objects.size]).toEqual([2, 0])
  s3.answer(507)
  await expect(files.check()).rejects.toThrow()
  s3.answer(undefined)
  vi.setSystemTime(Date.now() + 60_000)
  await files.check()
  expect(written()).toBe(4)
})

test('a store that can be read but is full is not ready, until it takes files again', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  const files = s3Files(s3.settings)
  s3.answer(507, 'PUT')
  const problem = await files.check().catch((error: Error) => error)
  expect(isStorageFull(problem as Error)).toBe(true)
  s3.answer(undefined)
  await expect(files.check()).rejects.toBe(problem)
  vi.setSystemTime(Date.now() + 60_000)
  await files.check()
})
