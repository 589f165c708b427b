import { type Sql, sql } from '#kit/server/db.ts'

/** A stored object that belongs to a comment. */
export type CommentFile = { key: string; name: string; mediaType: string }

/** Whether a finding's comment came with the data and is not among the stored comments. */
export const isImported = (finding: Sql): Sql => sql`${finding}.client_comment <> '' and not exists (
    select from comments c where c.company_id = ${finding}.company_id and c.finding_id = ${finding}.id
      and c.comment = ${finding}.client_comment)`
