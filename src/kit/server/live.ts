import type { Client } from 'pg'
import { openClient, withoutTimeLimits } from './connection-settings.ts'
import { type Db, rows, sql } from './db.ts'

const CHANNEL = 'brandkeep_live'

/** An event for all processes of the application when a transaction commits. Small: ids, never contents. */
export type LiveEvent = { topic: string; data: Readonly<Record<string, string>> }

export type Live = {
  /** Calls `listener` for every event; the returned function unsubscribes. */
  listen: (listener: (event: LiveEvent) => void) => () => void
  close: () => Promise<void>
}

/** For a process that no browser is connected to: it notifies others, and nobody in it listens. */
export const noLiveEvents: Live = { listen: () => () => undefined, close: () => Promise.resolve() }

/** Notifies every process when the caller's transaction commits. No listener is required. */
export async function notifyLive(db: Db, topic: string, data: Record<string, string>): Promise<void> {
  await rows(db, sql`select pg_notify(${CHANNEL}, ${JSON.stringify({ topic, data })})`)
}

/** A session of data.userId ended; open streams of that user check their session again. */
export const sessionEnded = 'session-ended'

/** Sent to listeners after the connection was restored: events in between were missed. */
export const reconnected = 'reconnected'

/**
 * How often the connection is used, in milliseconds, and how long its answer may take: a listener that only waits does
 * not learn for hours that a firewall has dropped its connection.
 */
type Heartbeat = { everyMs: number; limitMs: number }

/** A pooler has given the connection another session, which happens when its mode is changed later. */
export const lostEvents = 'the connection no longer listens: the pooler in front of PostgreSQL must be in session mode'

/** Opens the one listening connection of the process; it reconnects when the database was away. */
export async function openLive(
  databaseUrl: string,
  onError: (problem: Error) => void,
  { everyMs, limitMs }: Heartbeat = { everyMs: 20_000, limitMs: 10_000 },
): Promise<Live> {
  const listeners = new Set<(event: LiveEvent) => void>()
  const dispatch = (event: LiveEvent) => {
    for (const listener of listeners) listener(event)
  }
  let client: Client | undefined
  let timer: NodeJS.Timeout | undefined
  let closed = false

  const verify = async (connection: Client) => {
    try {
      const { rowCount } = await connection.query(`select from pg_listening_channels() as c where c = '${CHANNEL}'`)
      if (rowCount !== 0) return
      onError(new Error(lostEvents))
    } catch {
      // The connection that does not answer is replaced.
    }
    await connection.end()
  }
  const connect = async () => {
    const next = await openClient(
      {
        connectionString: databaseUrl,
        application_name: 'brandkeep-live',
        connectionTimeoutMillis: limitMs,
        query_timeout: limitMs,
      },
      withoutTimeLimits,
      onError,
    )
    next.on('notification', ({ payload }) => dispatch(JSON.parse(payload ?? '') as LiveEvent))
    try {
      await next.query(`listen ${CHANNEL}`)
    } catch (problem) {
      void next.end()
      throw problem
    }
    // With a query that has no answer, the end does not wait for the server.
    const heartbeat = setInterval(() => void verify(next), everyMs)
    next.once('end', () => {
      clearInterval(heartbeat)
      scheduleReconnect()
    })
    client = next
    if (closed) await next.end()
  }
  const scheduleReconnect = () => {
    if (closed || timer) return
    timer = setTimeout(() => {
      timer = undefined
      connect().then(
        () => dispatch({ topic: reconnected, data: {} }),
        (problem: Error) => {
          onError(problem)
          scheduleReconnect()
        },
      )
    }, 500)
  }
  await connect()
  return {
    listen: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: async () => {
      closed = true
      clearTimeout(timer)
      await client?.end()
    },
  }
}
