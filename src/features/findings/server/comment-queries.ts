import { type Db, row, rows, sql } from '#kit/server/db.ts'
import { jsonbOf } from '#kit/server/jsonb.ts'
import { momentAfter } from '#kit/server/moment.ts'
import { type CommentFile, isImported } from './imported-comment.ts'
import { inScope, type Scope } from './visible.ts'

type NewComment = {
  id: string
  importedId: string
  findingId: string
  comment: string
  userId: string
  mentions: readonly string[]
  files: readonly CommentFile[]
}

/**
 * Stores a comment and sets it as the finding's latest (G55). A text that came with the data and is replaced is stored
 * too. Undefined when the finding is not in scope.
 */
export async function saveComment(
  db: Db,
  scope: Scope,
  comment: NewComment,
): Promise<{ company_id: string; brand_id: string } | undefined> {
  return row<{ company_id: string; brand_id: string }>(
    db,
    sql`with old as (
        select f.company_id, f.id, f.client_comment, f.created_at from findings f
        where ${inScope(scope)} and f.id = ${comment.findingId}::uuid for update),
      commented as (
        update findings f set client_comment = ${comment.comment}, version = f.version + 1, updated_at = ${momentAfter(sql`f.updated_at`)},
          updated_by = ${comment.userId}::uuid
        from old where f.company_id = old.company_id and f.id = old.id returning f.company_id, f.id, f.brand_id),
      added as (
        insert into comments (id, company_id, finding_id, comment, user_id, created_at, mentions, files)
        select ${comment.importedId}::uuid, old.company_id, old.id, old.client_comment, null, old.created_at, '{}', '[]' from old
          where ${isImported(sql`old`)}
        union all
        select ${comment.id}::uuid, id_of.company_id, id_of.id, ${comment.comment}, ${comment.userId}::uuid, now(),
          ${comment.mentions}::uuid[], ${jsonbOf(comment.files)}::jsonb
          from commented id_of)
      select company_id, brand_id from commented`,
  )
}

export type StoredComment = { id: string; comment: string; author: string | null; createdAt: string | null }

/** The newest `max` comments on a finding, newest first; undefined when it is not in scope. */
export async function commentsOnFinding(
  db: Db,
  scope: Scope,
  { findingId, max }: { findingId: string; max: number },
): Promise<StoredComment[] | undefined> {
  const found = await rows<StoredComment | { id: null }>(
    db,
    sql`with finding as materialized (
        select f.company_id, f.id, f.client_comment from findings f
        where ${inScope(scope)} and f.id = ${findingId}::uuid)
      select latest.* from finding f left join lateral (
        (select f.id, f.client_comment as comment, null as author, null::timestamptz as "createdAt"
          where ${isImported(sql`f`)})
        union all
        (select c.id, c.comment, coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), u.role), c.created_at
          from comments c left join users u on u.id = c.user_id
          where c.company_id = f.company_id and c.finding_id = f.id order by c.created_at desc, c.id desc limit ${max})
      ) latest on true
      order by latest."createdAt" desc nulls first, latest.id desc`,
  )
  if (found.length === 0) return undefined
  return found.filter((one): one is StoredComment => one.id !== null)
}
