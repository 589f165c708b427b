import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openThreads, ThreadCancelled, type Threads, ThreadTookTooLong } from './threads.ts'

let file: URL
let threads: Threads
beforeAll(() => {
  const path = join(mkdtempSync(join(tmpdir(), 'threads-')), 'tasks.mjs')
  writeFileSync(path, 'export const echo = (text) => text; export const spin = () => { for (;;) Math.random() }')
  file = pathToFileURL(path)
  threads = openThreads(1)
})
afterAll(() => threads.close())

const echo = (input: string, signal?: AbortSignal) => threads.run<string>({ file, name: 'echo', input, signal })

test('a task that runs too long is ended, and its thread works for the next one', async () => {
  const endless = threads.run({ file, name: 'spin', input: '', limit: 300 })
  const next = echo('next')
  await expect(endless).rejects.toBeInstanceOf(ThreadTookTooLong)
  expect(await next).toBe('next')
})

test('a task that cannot begin does not keep its turn', async () => {
  await expect(threads.run({ file, name: 'echo', input: '', limit: 0.5 })).rejects.toThrow(RangeError)
  await expect(threads.run({ file, name: 'echo', input: () => 'no text' })).rejects.toThrow()
  expect(await echo('next')).toBe('next')
})

test('a task whose caller leaves is ended or taken from the queue; the time in the queue does not count', async () => {
  const leaving = new AbortController()
  const running = threads.run({ file, name: 'spin', input: '', signal: leaving.signal })
  const queued = echo('queued', leaving.signal)
  const patient = threads.run({ file, name: 'echo', input: 'patient', limit: 20_000 })
  leaving.abort()
  await expect(running).rejects.toBeInstanceOf(ThreadCancelled)
  await expect(queued).rejects.toBeInstanceOf(ThreadCancelled)
  expect(await patient).toBe('patient')
  await expect(echo('late', leaving.signal)).rejects.toBeInstanceOf(ThreadCancelled)
  expect(await echo('after')).toBe('after')
})
