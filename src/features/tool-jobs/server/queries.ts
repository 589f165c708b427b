import type { ToolKind } from '#features/tool-jobs/rules.ts'
import { type Db, row, rows, type Sql, sql } from '#kit/server/db.ts'
import { jsonbOf } from '#kit/server/jsonb.ts'
import type { Lease } from '#kit/server/leased-queue.ts'
import type { JobState } from '#vocabulary/job-states.ts'

/** A job to queue, without its lines. */
export type NewToolJob = {
  id: string
  kind: ToolKind
  /** Which tool or website, where the kind has several. */
  tool?: string
  userId: string
  /** As its user called it. */
  name?: string
  platform?: string
  companyId?: string
  brandId?: string
  options?: Record<string, unknown>
}

/** A line of a job: a text, or the cells of a sheet's row. */
export type RowInput = string | Record<string, string>

/** A file of a line or of a job in the file store. `sha256` is hexadecimal. */
export type ToolFile = {
  name: string
  key: string
  mediaType: string
  bytes: number
  sha256: string
  /** Records in it, where it has records. */
  records?: number | null
}

/** Queues a job with its lines. */
export async function addToolJob(db: Db, job: NewToolJob, lines: readonly RowInput[]): Promise<void> {
  await rows(
    db,
    sql`insert into tool_jobs (id, kind, tool, user_id, name, platform, company_id, brand_id, options, records)
      values (${job.id}, ${job.kind}, ${job.tool ?? ''}, ${job.userId}, ${job.name ?? ''}, ${job.platform ?? null},
        ${job.companyId ?? null}, ${job.brandId ?? null}, ${jsonbOf(job.options ?? {})}::jsonb, ${lines.length})`,
  )
  await insertRows(db, job.id, lines)
}

/** Adds the lines of a job that has none. */
export async function addLines(db: Db, jobId: string, lines: readonly RowInput[]): Promise<void> {
  await rows(db, sql`update tool_jobs set records = ${lines.length} where id = ${jobId}::uuid`)
  await insertRows(db, jobId, lines)
}

async function insertRows(db: Db, jobId: string, lines: readonly RowInput[]): Promise<void> {
  await rows(
    db,
    sql`insert into tool_job_rows (job_id, row, input)
      select ${jobId}::uuid, position, input
      from jsonb_array_elements(${jsonbOf(lines)}::jsonb) with ordinality as line(input, position)
      on conflict do nothing`,
  )
}

/** A job that is worked on or asked about. */
export type ToolJob = {
  id: string
  kind: ToolKind
  tool: string
  userId: string
  name: string
  platform: string | null
  companyId: string | null
  brandId: string | null
  options: Record<string, unknown>
  records: number
  done: number
  failed: number
  state: JobState
  problem: string | null
  createdAt: string
  isStored: boolean
  /** It works on the failed lines of another, under the numbers that they have there. */
  isRetry: boolean
}

const jobColumns = sql`j.id, j.kind, j.tool, j.user_id as "userId", j.name, j.platform, j.company_id as "companyId",
  j.brand_id as "brandId", j.options, j.records, j.done, j.failed, j.state, j.problem, j.created_at as "createdAt",
  j.removed_at is null as "isStored", j.retry_of is not null as "isRetry"`

/** One job; undefined for an unknown id. */
export const toolJob = (db: Db, id: string): Promise<ToolJob | undefined> =>
  row(db, sql`select ${jobColumns} from tool_jobs j where j.id = ${id}::uuid`)

/** Locks one job until the transaction ends; undefined for an unknown id. */
export const lockToolJob = (db: Db, id: string): Promise<ToolJob | undefined> =>
  row(db, sql`select ${jobColumns} from tool_jobs j where j.id = ${id}::uuid for update`)

/** A job as the lists show it. */
export type ListedToolJob = ToolJob & {
  username: string
  email: string
  company: string | null
  brand: string | null
  finishedAt: string | null
  files: ToolFile[]
  /** Files of the finished lines of a job that has just failed are being written. */
  awaitsFiles: boolean
  ahead: Ahead | null
  /** Its failed lines were queued again. */
  isRetried: boolean
  /** At its present pace; null for a job that is not worked on, or has only begun. */
  secondsLeft: number | null
}

/** One page of the jobs of these kinds (and, if given, these tools) of all staff, newest first, and the total. */
export async function pageOfToolJobs(
  db: Db,
  { kinds, tools }: { kinds: readonly ToolKind[]; tools?: readonly string[] | undefined },
  window: { size: number; offset: number },
): Promise<{ found: ListedToolJob[]; total: number }> {
  const listed = sql`j.kind = any(${kinds}::text[]) ${tools ? sql`and j.tool = any(${tools}::text[])` : sql``}`
  const found = await rows<ListedToolJob>(
    db,
    sql`select ${jobColumns}, exists (select from tool_jobs a where a.retry_of = j.id) as "isRetried", ${aheadOf} as ahead, ${secondsLeftOf} as "secondsLeft", u.username, u.email, c.name as company, b.brand_name as brand,
        j.finished_at as "finishedAt",
        coalesce((select jsonb_agg(jsonb_build_object('name', f.name, 'key', f.key, 'mediaType', f.media_type,
          'bytes', f.bytes, 'sha256', encode(f.sha256, 'hex'), 'records', f.records) order by f.position)
          from tool_job_files f where f.job_id = j.id and j.removed_at is null and j.state in ('Completed', 'Failed')),
          '[]') as files,
        j.state = 'Failed' and j.done > j.failed and j.removed_at is null
          and j.finished_at > now() - interval '10 minutes'
          and not exists (select from tool_job_files f where f.job_id = j.id) as "awaitsFiles"
      from tool_jobs j join users u on u.id = j.user_id left join companies c on c.id = j.company_id
        left join brands b on b.id = j.brand_id
      where ${listed} order by j.id desc limit ${window.size} offset ${window.offset}`,
  )
  const counted = await row<{ n: number }>(db, sql`select count(*) as n from tool_jobs j where ${listed}`)
  return { found, total: counted!.n }
}

/** What is before a waiting job, in the order of `claimJob`: how many jobs, and the first of them that is worked on. */
type Ahead = { jobs: number; running: { name: string; done: number; records: number } | null }

const aheadOf: Sql = sql`case when j.state = 'Pending' then (
  select jsonb_build_object('jobs', count(*), 'running', (array_agg(
      jsonb_build_object('name', a.name, 'done', a.done, 'records', a.records) order by a.id)
      filter (where a.state = 'Processing'))[1])
    from tool_jobs a where a.kind = j.kind and a.state in ('Pending', 'Processing')
      and (a.state = 'Processing' or (a.not_before, a.id) < (j.not_before, j.id))) end`

/** Lines whose pace counts: the last ones, of the last minutes, with the turns of other jobs in between. */
const paceOf = { lines: 400, minutes: 15, least: 10 } as const

/** The largest number that a line can have. */
const maxRow = 2_147_483_647

const secondsLeftOf: Sql = sql`case when j.state = 'Processing' then (
  select case when count(*) >= ${paceOf.least}
      then round(extract(epoch from now() - min(r.finished_at)) / count(*) * (j.records - j.done))::int end
    from tool_job_rows r where r.job_id = j.id
      -- The lines of a retry have the numbers of the first job.
      and r.row > case when j.retry_of is null then j.done - ${paceOf.lines} else 0 end
      and r.row <= case when j.retry_of is null then j.done + ${paceOf.lines} else ${maxRow} end
      and r.finished_at > now() - make_interval(mins => ${paceOf.minutes})) end`

/** A line of a job and its result. */
export type ToolRow = {
  row: number
  input: RowInput
  state: 'Waiting' | 'Done' | 'Failed'
  records: Record<string, unknown>[] | null
  files: ToolFile[]
  problem: string | null
}

const rowColumns = sql`row, input, state, records, files, problem`

/** The next lines that are not finished, after a row number. */
export const waitingRows = (db: Db, jobId: string, after: number, limit: number): Promise<ToolRow[]> =>
  rows(
    db,
    sql`select ${rowColumns} from tool_job_rows
      where job_id = ${jobId} and state = 'Waiting' and row > ${after} order by row limit ${limit}`,
  )

/** Stored bytes of results that are read at a time; unpacked they are some five times as many. */
const maxBatchBytes = 4 * 1024 * 1024

/** Lines with their results, after a row number: fewer than `limit` where their results are large, but one at least. */
export const rowsAfter = (db: Db, jobId: string, after: number, limit: number): Promise<ToolRow[]> =>
  rows(
    db,
    sql`select ${rowColumns} from (
        select *, sum(pg_column_size(records)) over (order by row rows between unbounded preceding and 1 preceding) as before
        from tool_job_rows where job_id = ${jobId}::uuid and row > ${after} order by row limit ${limit}) as line
      where coalesce(before, 0) < ${maxBatchBytes} order by row`,
  )

/** A window of the failed lines of a job, in order. */
export const failedRows = (db: Db, jobId: string, window: { size: number; offset: number }): Promise<ToolRow[]> =>
  rows(
    db,
    sql`select ${rowColumns} from tool_job_rows where job_id = ${jobId}::uuid and state = 'Failed'
      order by row limit ${window.size} offset ${window.offset}`,
  )

/** How many lines are finished, how many of them failed, and why the first did. */
export async function progressOf(
  db: Db,
  jobId: string,
): Promise<{ done: number; failed: number; problem: string | null }> {
  const found = await row<{ done: number; failed: number; problem: string | null }>(
    db,
    sql`select count(*) filter (where state <> 'Waiting') as done, count(*) filter (where state = 'Failed') as failed,
        (array_agg(problem order by row) filter (where state = 'Failed'))[1] as problem
      from tool_job_rows where job_id = ${jobId}`,
  )
  return found!
}

/** The result of a line. */
export type RowOutcome =
  | { state: 'Done'; records: readonly Record<string, unknown>[]; files: readonly ToolFile[] }
  | { state: 'Failed'; problem: string }

/** Stores the result of a line once; false when the lease is lost or the line was finished before. */
export async function finishRow(db: Db, lease: Lease, number: number, outcome: RowOutcome): Promise<boolean> {
  const done = outcome.state === 'Done' ? outcome : undefined
  const finished = await row(
    db,
    sql`with locked as (select id from tool_jobs where id = ${lease.jobId} and lease_id = ${lease.id} for update),
      finished as (
        update tool_job_rows r set state = ${outcome.state}, finished_at = now(),
          records = ${done ? jsonbOf(done.records) : null}::jsonb,
          files = ${jsonbOf(done?.files ?? [])}::jsonb,
          problem = ${outcome.state === 'Failed' ? outcome.problem : null}
        from locked where r.job_id = locked.id and r.row = ${number} and r.state = 'Waiting' returning r.job_id)
      update tool_jobs j set failed = j.failed + ${outcome.state === 'Failed' ? 1 : 0}, done = j.done + 1
      from finished where j.id = finished.job_id returning j.id`,
  )
  return finished !== undefined
}

/** Makes the failed lines of a job wait again, as it returns to the queue. */
export async function retryFailedRows(db: Db, jobId: string): Promise<void> {
  await rows(
    db,
    sql`with again as (
        update tool_job_rows set state = 'Waiting', problem = null, finished_at = null
        where job_id = ${jobId}::uuid and state = 'Failed' returning row)
      update tool_jobs set failed = 0, done = done - (select count(*) from again) where id = ${jobId}::uuid`,
  )
}

/** Stores the files of a job that has ended, in place of those of an earlier end; returns the keys of these. */
export async function replaceToolFiles(db: Db, jobId: string, files: readonly ToolFile[]): Promise<string[]> {
  const replaced = await rows<{ key: string }>(
    db,
    sql`delete from tool_job_files where job_id = ${jobId}::uuid returning key`,
  )
  for (const [position, { name, key, mediaType, bytes, sha256, records = null }] of files.entries())
    await rows(
      db,
      sql`insert into tool_job_files (job_id, position, name, key, media_type, bytes, sha256, records)
        values (${jobId}, ${position}, ${name}, ${key}, ${mediaType}, ${bytes}, decode(${sha256}, 'hex'), ${records})`,
    )
  return replaced.map(({ key }) => key)
}

/** The files of a finished job, in order. */
export const filesOf = (db: Db, jobId: string): Promise<ToolFile[]> =>
  rows(
    db,
    sql`select name, key, media_type as "mediaType", bytes, encode(sha256, 'hex') as sha256, records from tool_job_files
      where job_id = ${jobId}::uuid order by position`,
  )
