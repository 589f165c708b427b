import { useSyncExternalStore } from 'react'
import { settings } from '#kit/contract/settings.ts'

/** 'offline': the browser has no network. 'unreachable': it has one, but the server does not answer. */
export type Connection = 'up' | 'offline' | 'unreachable'

const checkMs = 3000
const checkTimeoutMs = 10_000
/** After this time without an answer, the connection is checked: does the server answer anything at all? */
const slowMs = 5000
/** A public call that needs no database; any answer, even an error, proves the connection. */
const checkedAddress = `/api${settings.read.path}`

let current: Connection = 'up'
let nextCheck: ReturnType<typeof setTimeout> | undefined
let isChecking = false
let isOutdated = false
const listeners = new Set<() => void>()

/** The connection to the server as last seen. */
export const connection = (): Connection => current

/** Calls `listener` after every change of the connection, until the returned function is called. */
export function watchConnection(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The connection to the server, for components. */
export const useConnection = (): Connection => useSyncExternalStore(watchConnection, connection)

/**
 * `fetch`, which also notices that the connection is lost. One failed request alone proves nothing (it may have been
 * blocked or cut): the connection counts as lost when a second, small request fails too.
 */
export async function reach(address: string, init?: RequestInit): Promise<Response> {
  try {
    const response = await checkWhenSlow(fetch(address, init))
    // It may have been on its way before the connection was lost.
    if (current !== 'up') void checkConnection()
    return response
  } catch (error) {
    if (init?.signal?.aborted !== true) void checkConnection()
    throw error
  }
}

/** Waits for something of the server. A server that hangs refuses nothing: after five seconds a small request tells. */
export async function checkWhenSlow<Answer>(answer: Promise<Answer>): Promise<Answer> {
  const timer = setTimeout(() => void checkConnection(), slowMs)
  try {
    return await answer
  } finally {
    clearTimeout(timer)
  }
}

/** Asks the server for a sign of life; while there is none, again every three seconds. */
export async function checkConnection(): Promise<void> {
  if (isChecking) {
    isOutdated = true
    return
  }
  isChecking = true
  isOutdated = false
  clearTimeout(nextCheck)
  try {
    await fetch(checkedAddress, { cache: 'no-store', signal: AbortSignal.timeout(checkTimeoutMs) })
    settle('up')
  } catch {
    settle(navigator.onLine ? 'unreachable' : 'offline')
    nextCheck = setTimeout(() => void checkConnection(), checkMs)
  } finally {
    isChecking = false
    // Something happened meanwhile that the answer may not show yet.
    if (isOutdated) void checkConnection()
  }
}

function settle(next: Connection): void {
  if (next === 'up') clearTimeout(nextCheck)
  if (current === next) return
  current = next
  for (const listener of listeners) listener()
}

if (typeof window !== 'undefined') {
  for (const event of ['online', 'offline']) window.addEventListener(event, () => void checkConnection())
}
