import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import { Problem } from './problem.ts'

/** How many files one person may be sent at once. */
const perPerson = 3

/** How many files are being sent to whom, by user id. */
const running = new Map<string, number>()

/** Counts a file for the caller until it is sent or its connection closes. Throws 429 for more than three at once. */
export function countDownload(reply: FastifyReply): void {
  const person = reply.request.session?.userId
  if (person === undefined) return
  const count = (running.get(person) ?? 0) + 1
  if (count > perPerson) throw new Problem(429, tooManyDownloads)
  running.set(person, count)
  // Its guards, the metrics and the framework each listen for its end: eleven of them, none added twice.
  reply.raw.setMaxListeners(20)
  onceOver(reply.raw, () => {
    const left = (running.get(person) ?? 1) - 1
    if (left > 0) running.set(person, left)
    else running.delete(person)
  })
}

const tooManyDownloads = 'Three of your downloads are still running. Please wait until one of them has finished.'

/** What a reader takes at least, in bytes, while something is ready for it; slower than any connection of today. */
const leastTaken = 16 * 1024

/**
 * Closes the connection of an answer that nobody reads: something waits to be sent, and in `period` milliseconds hardly
 * any of it was taken.
 */
export function cutOffUnread(response: ServerResponse, period = 30_000): void {
  let before = 0
  const timer = setInterval(() => {
    const { socket } = response
    if (!socket) return
    const taken = socket.bytesWritten - socket.writableLength
    if (response.writableLength > 0 && taken - before < leastTaken) response.destroy()
    before = taken
  }, period)
  timer.unref()
  onceOver(response, () => clearInterval(timer))
}

/** Calls `then` once: when an answer was handed to the network, or its connection is closed. */
function onceOver(response: ServerResponse, then: () => void): void {
  let isOver = false
  const end = () => {
    if (!isOver) then()
    isOver = true
  }
  response.once('finish', end)
  response.once('close', end)
}
