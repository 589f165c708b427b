import { expect, test, vi } from 'vitest'
import { sessionOver } from '#kit/contract/session-over.ts'
import { answerOf, authorisation, CallFailed, setTokenSource } from './call.ts'

const ended = () => new Response(JSON.stringify({ message: sessionOver }), { status: 401 })

test('C-306 an ended session signs out once; an answer to a session before it does not', async () => {
  let token: string | null = 'first'
  const onExpired = vi.fn<() => void>(() => (token = null))
  setTokenSource({ read: () => token, onExpired })
  const sent = authorisation()
  await expect(answerOf(ended(), sent)).rejects.toThrow(CallFailed)
  await expect(answerOf(ended(), sent)).rejects.toThrow(sessionOver)
  expect(onExpired).toHaveBeenCalledTimes(1)
  token = 'second'
  await expect(answerOf(ended(), sent)).rejects.toThrow(sessionOver)
  expect(onExpired).toHaveBeenCalledTimes(1)
  await expect(answerOf(ended(), authorisation())).rejects.toThrow(sessionOver)
  expect(onExpired).toHaveBeenCalledTimes(2)
})

test('an answer whose body ends half-way is no answer; a failure without a body is still one', async () => {
  await expect(answerOf(new Response('{"productNote":"Bra'), {})).rejects.toThrow(TypeError)
  const cancelled = new ReadableStream({ start: (body) => body.error(new DOMException('Cancelled', 'AbortError')) })
  await expect(answerOf(new Response(cancelled), {})).rejects.toMatchObject({ name: 'AbortError' })
  await expect(answerOf(new Response('', { status: 502 }), {})).rejects.toMatchObject({ status: 502 })
})
