import { type Db, row, rows, type Sql, sql } from '#kit/server/db.ts'
import { jsonbOf } from '#kit/server/jsonb.ts'
import type { RowInput, ToolJob } from './queries.ts'

/** The failed lines of a job, and those that only repeat the result of one of them (`sameAs`). */
const toRetry = (jobId: string): Sql => sql`from tool_job_rows r where r.job_id = ${jobId}::uuid
  and (r.state = 'Failed' or r.input->>'sameAs' in (
    select f.row::text from tool_job_rows f where f.job_id = ${jobId}::uuid and f.state = 'Failed'))`

/** How many lines of a job are to be retried, and the first of them. */
export async function linesToRetry(db: Db, jobId: string): Promise<{ count: number; first: RowInput }> {
  const found = await row<{ count: number; first: RowInput }>(
    db,
    sql`select count(*) as count, (array_agg(r.input order by r.row))[1] as first ${toRetry(jobId)}`,
  )
  return found!
}

/** Whether a job was queued for the failed lines of this one. */
export async function isRetried(db: Db, jobId: string): Promise<boolean> {
  return (await row(db, sql`select 1 as found from tool_jobs where retry_of = ${jobId}::uuid`)) !== undefined
}

/** A job for the failed lines of another. */
export type Retry = { id: string; userId: string; name: string; options: Record<string, unknown>; count: number }

/** Queues a job with the failed lines of a finished one, which keep their numbers. */
export async function addRetry(db: Db, of: ToolJob, { id, userId, name, options, count }: Retry): Promise<void> {
  await rows(
    db,
    sql`insert into tool_jobs (id, kind, tool, user_id, name, platform, company_id, brand_id, options, records, retry_of)
      values (${id}, ${of.kind}, ${of.tool}, ${userId}, ${name}, ${of.platform}, ${of.companyId}, ${of.brandId},
        ${jsonbOf(options)}::jsonb, ${count}, ${of.id})`,
  )
  await rows(
    db,
    sql`insert into tool_job_rows (job_id, row, input) select ${id}::uuid, r.row, r.input ${toRetry(of.id)}`,
  )
}
