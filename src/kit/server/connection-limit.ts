import type { ClientBase, Pool } from 'pg'

/**
 * What is wrong with the number of connections that PostgreSQL allows our role, if a process may open `needed` of them;
 * undefined: nothing. With too few, idle connections of jobs leave none for calls, which all end with 503.
 */
export async function connectionProblem(db: Pool | ClientBase, needed: number): Promise<string | undefined> {
  const { rows } = await db.query<{ allowed: number; role: number; database: number }>(
    `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
         - coalesce(current_setting('reserved_connections', true)::int, 0) as allowed,
       r.rolconnlimit as role, d.datconnlimit as database
      from pg_roles r, pg_database d where r.rolname = current_user and d.datname = current_database()`,
  )
  const { allowed, role, database } = rows[0]!
  // -1: no limit of its own.
  const least = Math.min(...[allowed, role, database].filter((limit) => limit >= 0))
  if (least >= needed) return undefined
  const setting =
    least === allowed ? 'max_connections' : `the connection limit of its ${least === role ? 'role' : 'database'}`
  return `PostgreSQL allows this console ${least} connections, and each of its processes opens up to ${needed}: calls that get none end with 503. Raise ${setting}, or lower DATABASE_CONNECTIONS.`
}

/** What to do when a command gets no connection; undefined: it failed for another reason. */
export function noConnectionLeft(problem: unknown): string | undefined {
  if ((problem as { code?: unknown } | undefined)?.code !== TOO_MANY_CONNECTIONS) return undefined
  return `PostgreSQL has no connection left (${(problem as Error).message}): raise max_connections, or stop something that uses it.`
}

const TOO_MANY_CONNECTIONS = '53300'
