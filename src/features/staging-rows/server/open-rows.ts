import type { Pool } from 'pg'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Db } from '#kit/server/db.ts'
import { runInThread } from '#kit/server/run-in-thread.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { openThreads, ownBytes, type Threads } from '#kit/server/threads.ts'
import { platformOf } from '#platforms/all.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { today } from '#vocabulary/dates.ts'
import { problemOf, type RowsHeader } from './read-header.ts'
import type { Refusal } from './read-json-object.ts'
import type { StatusOption } from './read-row.ts'
import type { ParsedRows } from './read-rows.ts'
import { requireBrand, wrongBrandsOf } from './require-brand.ts'

/** What calls with a body of rows depend on. */
export type RowsDeps = {
  pool: Pool
  db: Db
  threads: Threads
  /** Aborted when the caller of this request leaves; its parsing and report end then. */
  gone?: AbortSignal
  /** Today in the business time zone. */
  today: () => string
  /** Called when the search index could not be tidied after rows were stored: searches are slower, no data is lost. */
  onTidyFailure: (problem: unknown) => void
}

/** The dependencies of a feature's calls, with worker threads that end with `api`. `change` is a word for the log. */
export function rowsDeps(api: FastifyInstance, app: AppContext, change: 'upload' | 'edit'): RowsDeps {
  const threads = openThreads()
  api.addHook('onClose', () => threads.close())
  return {
    pool: app.pool,
    db: app.db,
    threads,
    today: () => today(app.settings.businessZone),
    onTidyFailure: (problem) => api.log.warn({ err: problem }, `search index not tidied after an ${change}`),
  }
}

/** A parsed body: its header and its rows. */
export type ParsedBody = ParsedRows & { header: RowsHeader }

/** Parsed rows of a brand that exists and has the platform. */
export type OpenedRows<Parsed extends ParsedBody> = {
  parsed: Parsed
  platform: FindingPlatformDefinition
  /** Brand names in the rows (lower case) that are not the chosen brand. */
  wrongBrands: string[]
}

/** Input of a parser in a worker thread; `today` is a day of the business time zone. */
export type ParseJob = StatusOption & { body: ArrayBuffer; today: string }

/** A function of a worker file. */
type WorkerFunction = { file: URL; name: string }

/**
 * Parses a body of rows in a worker thread and requires its brand; `parser` takes a ParseJob. Nothing is staged or
 * stored. Throws what the parser refuses (400, 404, 413, 422), 422 when the brand cannot be chosen, 503 when busy.
 */
export async function openRows<Parsed extends ParsedBody>(
  deps: RowsDeps,
  parser: WorkerFunction,
  body: Uint8Array,
  { statuses }: StatusOption = {},
): Promise<OpenedRows<Parsed>> {
  const bytes = ownBytes(body)
  const input: ParseJob = { body: bytes, today: deps.today(), statuses }
  const job = { ...parser, input, transferred: [bytes], signal: deps.gone }
  const parsed = await runInThread<Parsed | { refusal: Refusal }>(deps.threads, job)
  if ('refusal' in parsed) throw problemOf(parsed.refusal)
  const platform = platformOf(parsed.header.platform)!
  const brand = await requireBrand(deps.db, parsed.header, platform)
  return { parsed, platform, wrongBrands: wrongBrandsOf(parsed.brandTexts, brand) }
}

/** An HTTP status and a report as JSON bytes, written in a worker thread. */
export type JsonReport = { status: number; json: Uint8Array }

/** Sends a report that a worker thread wrote. */
export function sendReport(reply: FastifyReply, { status, json }: JsonReport): FastifyReply {
  const bytes = Buffer.from(json.buffer, json.byteOffset, json.byteLength)
  return reply.status(status).type('application/json; charset=utf-8').send(bytes)
}
