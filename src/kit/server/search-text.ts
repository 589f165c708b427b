import { likePattern, sql, type Sql } from './db.ts'

/**
 * A case-insensitive part match in any of several columns, % and _ being plain characters (G108); no text gives no
 * condition. Each column is its own condition, so that trigram indexes are used; pass `extraConditions` for other
 * tables: `(pattern) => sql`b.company_id = any(array(select id from companies where name ilike ${pattern}))``.
 */
export function searchConditions(
  text: string | undefined,
  columns: readonly Sql[],
  extraConditions: (pattern: string) => readonly Sql[] = () => [],
): Sql[] {
  if (!text) return []
  const pattern = likePattern(text)
  const any = [...columns.map((column) => sql`${column} ilike ${pattern}`), ...extraConditions(pattern)]
  return [sql`(${sql.join(any, sql` or `)})`]
}
