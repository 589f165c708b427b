import type { Pool, PoolClient, QueryConfig } from 'pg'

/**
 * Runs work unless somebody else delivers the same email; undefined if somebody does. All emails that the callers of one
 * pool deliver at a time share one connection for their locks, however long a mail server takes. The locks end with it.
 */
export async function withLock<T>(
  pool: Pool,
  mailId: string,
  work: () => Promise<T>,
): Promise<{ result: T } | undefined> {
  const locks = locksOn(pool)
  if (!(await locks.take(mailId))) return undefined
  try {
    return { result: await work() }
  } finally {
    await locks.release(mailId)
  }
}

type MailLocks = { take: (mailId: string) => Promise<boolean>; release: (mailId: string) => Promise<void> }

const opened = new WeakMap<Pool, MailLocks>()

function locksOn(pool: Pool): MailLocks {
  const known = opened.get(pool)
  if (known) return known
  const locks = openLocks(pool)
  opened.set(pool, locks)
  return locks
}

/** Milliseconds after which the connection of the locks counts as broken because it does not respond. */
const responseTime = 10_000

/** A host that vanished loses its locks after about a minute, not after the two hours that are usual for TCP. */
const noticeLostHosts = 'set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3'

function openLocks(pool: Pool): MailLocks {
  // A session gets its own advisory lock a second time, so what this process delivers is known here.
  const inDelivery = new Set<string>()
  const locked = new Set<string>()
  let client: PoolClient | undefined
  let last: Promise<unknown> = Promise.resolve()

  /** Steps use the connection one after another: it runs one statement at a time. */
  const inTurn = <T>(step: () => Promise<T>): Promise<T> => {
    const next = last.then(step)
    last = next.catch(() => undefined)
    return next
  }

  const giveBack = (broken?: Error) => {
    client?.release(broken)
    client = undefined
  }

  /** Takes locks again that ended with a broken connection: their deliveries still run. */
  const connect = async () => {
    client = await pool.connect()
    await client.query({ text: noticeLostHosts, query_timeout: responseTime } as QueryConfig)
    for (const mailId of locked) await tryLock(client, mailId)
  }

  const lock = async (mailId: string): Promise<boolean> => {
    try {
      if (!client) await connect()
      return await tryLock(client!, mailId)
    } catch (problem) {
      giveBack(problem as Error)
      throw problem
    }
  }

  /** Only the use of an open connection shows that it broke meanwhile. */
  const lockAnyway = (mailId: string): Promise<boolean> =>
    client ? lock(mailId).catch(() => lock(mailId)) : lock(mailId)

  const forget = (mailId: string) => {
    inDelivery.delete(mailId)
    locked.delete(mailId)
    if (inDelivery.size === 0) giveBack()
  }

  return {
    take: async (mailId) => {
      if (inDelivery.has(mailId)) return false
      inDelivery.add(mailId)
      return inTurn(async () => {
        try {
          if (await lockAnyway(mailId)) locked.add(mailId)
          return locked.has(mailId)
        } finally {
          if (!locked.has(mailId)) forget(mailId)
        }
      })
    },
    release: (mailId) =>
      inTurn(async () => {
        try {
          if (client) await query(client, 'select pg_advisory_unlock(hashtextextended($1, 26))', mailId)
        } catch (problem) {
          // A broken connection is closed, and its locks end with it.
          giveBack(problem as Error)
        }
        forget(mailId)
      }),
  }
}

const tryLock = async (client: PoolClient, mailId: string): Promise<boolean> =>
  (await query(client, 'select pg_try_advisory_lock(hashtextextended($1, 26)) as got', mailId)).rows[0]!.got

const query = (client: PoolClient, text: string, mailId: string) =>
  client.query<{ got: boolean }>({ text, values: [mailId], query_timeout: responseTime } as QueryConfig)
