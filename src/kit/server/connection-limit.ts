import type { ClientBase, Pool } from 'pg'

/** How many connections PostgreSQL allows our role in this database, and the setting that says so. */
export async function allowedConnections(db: Pool | ClientBase): Promise<{ allowed: number; setting: string }> {
  const { rows } = await db.query<{ server: number; role: number; database: number }>(
    `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
         - coalesce(current_setting('reserved_connections', true)::int, 0) as server,
       r.rolconnlimit as role, d.datconnlimit as database
      from pg_roles r, pg_database d where r.rolname = current_user and d.datname = current_database()`,
  )
  const { server, role, database } = rows[0]!
  // -1: no limit of its own.
  const allowed = Math.min(...[server, role, database].filter((limit) => limit >= 0))
  if (allowed === server) return { allowed, setting: 'max_connections' }
  return { allowed, setting: `the connection limit of its ${allowed === role ? 'role' : 'database'}` }
}

/** What to do when a command gets no connection; undefined: it failed for another reason. */
export function noConnectionLeft(problem: unknown): string | undefined {
  if (!isOutOfConnections(problem)) return undefined
  return `PostgreSQL has no connection left (${(problem as Error).message}): raise max_connections, or stop something that uses it.`
}

/** Whether PostgreSQL, the role or the database had no connection left. */
export const isOutOfConnections = (problem: unknown): boolean =>
  (problem as { code?: unknown } | undefined)?.code === '53300'
