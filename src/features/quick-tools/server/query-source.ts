import { setTimeout as sleep } from 'node:timers/promises'
import { restServer, takeServerTurn } from '#features/contacts/server/server-turns.ts'
import { messages } from '#features/quick-tools/messages.ts'
import type { Db } from '#kit/server/db.ts'
import { EgressError, type FetchResponse } from '#kit/server/egress.ts'
import {
  configuredOriginOf,
  type Source,
  SourceBusy,
  SourceChanged,
  type SourcePage,
  type SourceRecord,
  SourceRefused,
} from '#sources/source.ts'
import { pageSeconds, type SourceDeps } from './source-deps.ts'

/** The source did not answer several requests. */
export class SourceUnreached extends Error {}

type QueryContext = { db: Db; signal: AbortSignal }

/** Tries of one request, and the seconds before each repetition where the source does not say them. */
const tries = 3
const secondsBefore = [5, 30] as const
/** The longest pause a source can ask for and still be waited for, in seconds. */
const longestPause = 300
/** Bytes of an answer: result pages of shops have up to 4 MB. */
const maxBytes = 8_000_000

/**
 * All records that a source has for a term, page by page up to its limit, each once. Throws SourceRefused, SourceBusy,
 * SourceChanged or SourceUnreached.
 */
export async function searchSource(
  deps: SourceDeps,
  source: Source,
  term: string,
  context: QueryContext,
): Promise<SourceRecord[]> {
  if (term.length > source.maxTerm && source.isAddress?.(term) !== true)
    throw new SourceRefused(messages.tooLong(source.maxTerm))
  const found = new Map<string, SourceRecord>()
  let next: string | undefined
  for (let page = 0; page < source.maxPages; page++) {
    const { records, next: following } = await queryPage(deps, source, { term, next }, context)
    const before = found.size
    for (const record of records) found.set(JSON.stringify(record), record)
    // Some sources repeat their last page for ever.
    if (following === undefined || (records.length > 0 && found.size === before)) break
    next = following
  }
  return [...found.values()]
}

/** One page of a term, requested again while the source is busy, cannot be reached or gives something unreadable. */
export async function queryPage(
  deps: SourceDeps,
  source: Source,
  { term, next }: { term: string; next?: string | undefined },
  context: QueryContext,
): Promise<SourcePage> {
  for (let tried = 1; ; tried++) {
    try {
      return await queryOnce(deps, source, { term, next }, context)
    } catch (problem) {
      context.signal.throwIfAborted()
      const pause = pauseAfter(problem, tried)
      if (tried >= tries || pause === undefined || pause > longestPause) throw problem
      await sleep(pause * 1000 * (deps.pace ?? 1), undefined, { signal: context.signal })
    }
  }
}

/** Seconds before the next try; undefined when there is no use in one. */
function pauseAfter(problem: unknown, tried: number): number | undefined {
  const usual = secondsBefore[tried - 1] ?? secondsBefore[1]
  if (problem instanceof SourceBusy) return problem.seconds ?? usual
  // What cannot be read is requested once more: the failure may have been temporary.
  if (problem instanceof SourceChanged) return tried === 1 ? usual : undefined
  return problem instanceof SourceUnreached ? usual : undefined
}

async function queryOnce(
  deps: SourceDeps,
  source: Source,
  { term, next }: { term: string; next: string | undefined },
  { db, signal }: QueryContext,
): Promise<SourcePage> {
  const { address, accept, headers = {} } = source.ask(term, deps.settings, next)
  const { host } = new URL(address)
  const pace = deps.pace ?? 1
  const isTurn = await takeServerTurn(db, host, {
    gap: source.secondsBetween * pace,
    seconds: longestPause * pace,
    signal,
  })
  if (!isTurn) throw new SourceBusy(`${source.title} asked to wait`, longestPause + 1)
  let response: FetchResponse
  try {
    response = await deps.egress.safeFetch(address, accept, {
      headers: { 'accept-language': 'en', ...headers },
      maxBytes,
      seconds: pageSeconds,
      signal,
      configuredOrigin: configuredOriginOf(source, deps.settings),
    })
  } catch (problem) {
    if (!(problem instanceof EgressError)) throw problem
    if (problem.reason === 'garbled' || problem.reason === 'size')
      throw new SourceChanged(`${source.title} answered something that cannot be read: ${problem.message}`)
    throw new SourceUnreached(messages.unreached(source.title, problem.message))
  }
  try {
    const { status, body } = response
    return source.read({ status, text: body.toString('utf8'), address: response.address }, term, deps.settings)
  } catch (problem) {
    if (!(problem instanceof SourceBusy)) throw problem
    const seconds = problem.seconds ?? waitOf(response)
    // Other jobs that ask this source wait as well.
    await restServer(db, host, Math.min(seconds ?? secondsBefore[0], longestPause) * pace)
    throw new SourceBusy(problem.message, seconds)
  }
}

/** Seconds to wait, as the answer says: Retry-After, or the instant at which X opens again. */
function waitOf({ retryAfter, headers }: FetchResponse): number | undefined {
  if (retryAfter !== undefined) return retryAfter
  const reset = Number(headers['x-rate-limit-reset'])
  return reset > 0 ? Math.max(1, Math.ceil(reset - Date.now() / 1000)) : undefined
}
