import type { ClientBase, Pool, PoolClient } from 'pg'

/** PostgreSQL: a transaction that may not write was asked to. */
const READ_ONLY = '25006'

/**
 * Ends a connection on which a write was refused as read-only. After a failover such a connection leads to the server that
 * is now the standby, or was opened while writing was off, and would refuse every write for as long as it is open; the
 * pool opens another.
 */
export function dropWhenReadOnly(client: PoolClient): void {
  // Not in the types: pg hands every error of the server to its connection first.
  const { connection } = client as PoolClient & { connection?: NodeJS.EventEmitter }
  connection?.on('errorMessage', ({ code }: { code?: string }) => {
    // After the statement's caller has its error.
    if (code === READ_ONLY) setImmediate(() => end(client))
  })
}

/**
 * Ends after its first use each connection that only read when it was opened: kept, it would refuse the first
 * write after the database takes writes again.
 */
export function dropAfterUse(pool: Pool, isReadOnly: (client: ClientBase) => boolean): void {
  // Before the pool decides whether it keeps the connection.
  pool.on('release', (_problem, client) => {
    if (isReadOnly(client)) end(client)
  })
}

/** `end` exists on every client; the pool forgets one that has ended. */
const end = (client: PoolClient) => void (client as PoolClient & { end: () => Promise<void> }).end()
