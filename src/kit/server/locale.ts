import type { ClientBase, Pool } from 'pg'

/**
 * What is wrong with the locale of a database that somebody else created; undefined: nothing. Duplicates and searches
 * ignore the case of letters, and lower() follows the locale: in C it changes only A to Z.
 */
export async function localeProblem(db: Pool | ClientBase): Promise<string | undefined> {
  const { rows } = await db.query<{ folds: boolean }>(`select lower('ÄĐЖ') = 'äđж' as folds`)
  if (rows[0]!.folds) return undefined
  return `The database knows only the letters A to Z, so that Ä and ä differ in searches and duplicates: create it with a Unicode locale, e.g. "create database brandkeep template template0 encoding utf8 locale_provider icu icu_locale 'und' locale 'C.UTF-8'", and restore a backup into it.`
}
