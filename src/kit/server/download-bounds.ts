import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import { networkOf } from './network-of.ts'
import { busy, Problem } from './problem.ts'

const tooManyDownloads = 'Three of your downloads are still running. Please wait until one of them has finished.'
const tooManyFiles = 'Too many files are being sent to you. Please wait until some of them have arrived.'

/** A page of pictures loads fewer at once; a store has 300 connections for all (`s3-files.ts`). */
const filesPerCaller = 48
const filesInAll = 240

const downloads = openCount()
const files = openCount()

/** Counts a file for the caller until it is sent or its connection closes. Throws 429 for more than three at once. */
export function countDownload(reply: FastifyReply): void {
  const person = reply.request.session?.userId
  if (person === undefined) return
  if (downloads.of(person) >= 3) throw new Problem(429, tooManyDownloads)
  downloads.add(person, reply)
}

/**
 * The same for a stored file that a link opens, of which a page shows many, and of callers without a session by their
 * address. Throws 429 for too many of one caller, 503 for too many of all.
 */
export function countFile(reply: FastifyReply): void {
  const caller = reply.request.session?.userId ?? networkOf(reply.request.ip)
  if (files.of(caller) >= filesPerCaller) throw new Problem(429, tooManyFiles)
  if (files.ofAll() >= filesInAll) throw busy()
  files.add(caller, reply)
}

/** How many answers are being sent, by their caller. */
function openCount() {
  const running = new Map<string, number>()
  let all = 0
  return {
    of: (caller: string) => running.get(caller) ?? 0,
    ofAll: () => all,
    add: (caller: string, reply: FastifyReply) => {
      running.set(caller, (running.get(caller) ?? 0) + 1)
      all++
      // Its guards, the metrics and the framework each listen for its end: a dozen, none added twice.
      reply.raw.setMaxListeners(20)
      onceOver(reply.raw, () => {
        all--
        const left = (running.get(caller) ?? 1) - 1
        if (left > 0) running.set(caller, left)
        else running.delete(caller)
      })
    },
  }
}

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
