import { messages } from '#features/domain-search/messages.ts'
import { requesterGone } from '#features/sessions/messages.ts'
import { staffSessionOf } from '#features/sessions/server/session-of.ts'
import { whiteListedHosts } from '#features/white-label/server/covered-addresses.ts'
import { inLongTransaction, inTransaction } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { searchDay } from './schedules.ts'
import { brandReferencesOf } from './brand-reference-queries.ts'
import { checkDomain, type CheckedDomain, nothingChecked } from './check-domain.ts'
import { noteFeed } from './feed-queries.ts'
import { namesOfSearch } from './certificate-search.ts'
import { fillRegistrations } from './fill-registrations.ts'
import { visitLookAlike, type ToSee } from './visit-look-alike.ts'
import { makeNames, matcherOf } from './names-of-keywords.ts'
import * as queries from './run-queries.ts'
import { addDailyRuns } from './schedule-queries.ts'
import type { NameMatcher, SearchDeps } from './search-deps.ts'
import { addSearched, type Seen } from './searched-queries.ts'

/** Seconds after which another worker takes over a run whose worker is gone. */
const leaseSeconds = 180
/** Names asked at the same time, and taken between two signs of life. */
const concurrency = 8
const perBatch = 24
/** Times that a run may be interrupted. */
const maxTries = 5
/** Milliseconds after which a job starts nothing new; it starts every minute. */
const longestWork = 45_000

type App = Pick<AppContext, 'pool' | 'db' | 'files' | 'settings'>

/**
 * The job: adds the daily runs that are due (G95) and works on the runs that are waiting, until the time is over; the next
 * job goes on. Any number of workers may do this; a run has one at a time.
 */
export async function searchDue(
  app: App,
  deps: SearchDeps | undefined,
  { now = new Date(), milliseconds = longestWork } = {},
): Promise<void> {
  const until = Date.now() + milliseconds
  await addDue(app, now)
  if (deps) await fillRegistrations(app.db, deps)
  while (Date.now() < until) {
    const lease = { id: newId(), seconds: leaseSeconds }
    const run = await inTransaction(app.pool, ({ db }) => queries.claimRun(db, lease))
    if (!run) return
    await work(app, deps, { run, lease: { runId: run.id, id: lease.id }, until })
  }
}

/** The daily runs begin at 02:00 of the business day; a server that was off then catches up. */
async function addDue({ db, settings: { businessZone } }: App, now: Date): Promise<void> {
  const day = searchDay(businessZone, now)
  while (await addDailyRuns(db, day, Array.from({ length: 500 }, newId)));
}

type Work = { run: queries.ClaimedRun; lease: queries.Lease; until: number }

async function work(app: App, deps: SearchDeps | undefined, { run, lease, until }: Work): Promise<void> {
  const end = (state: 'Completed' | 'Failed', reason: string | null) =>
    queries.endRun(app.db, lease, {
      state,
      reason,
      next: { id: newId(), day: searchDay(app.settings.businessZone) },
    })
  try {
    const problem = await reasonNotToRun(app, deps, run)
    if (problem !== undefined) return await end('Failed', problem)
    const isDone = await checkAll(app, deps!, { run, lease, until })
    if (isDone) await end('Completed', null)
    else await queries.releaseRun(app.db, lease)
  } catch (problem) {
    await end('Failed', messages.failed)
    throw problem
  }
}

async function reasonNotToRun(
  { db }: App,
  deps: SearchDeps | undefined,
  run: queries.ClaimedRun,
): Promise<string | undefined> {
  if (!deps) return messages.switchedOff
  if (!run.isBrandUsable) return messages.brandGone
  if (run.requestedBy !== null && !(await staffSessionOf(db, run.requestedBy))) return requesterGone
  return run.tries > maxTries ? messages.interrupted : undefined
}

/** Asks about the names of a run; false when the time is over or the run was taken away. */
async function checkAll(app: App, deps: SearchDeps, { run, lease, until }: Work): Promise<boolean> {
  const own = (await whiteListedHosts(app.db, 'domain', [run.brandId])).get(run.brandId) ?? []
  const matcher = matcherOf(deps, run.keywords, own)
  if (!run.isPrepared) {
    await searchCertificates(app, deps, run, matcher)
    const made = makeNames(deps, run.keywords)
    const { companyId, brandId } = run
    await inLongTransaction(app.pool, ({ db }) =>
      queries.prepareRun(db, lease, { companyId, brandId, made, own, limit: deps.checksPerRun }),
    )
  }
  const references = await brandReferencesOf(app.db, run.brandId)
  const wildcards = new Map<string, Promise<readonly string[]>>()
  const brandTerms = run.keywords
  for (;;) {
    if (!(await queries.renewLease(app.db, lease, leaseSeconds))) return false
    const waiting = await queries.nextCandidates(app.db, run.id, perBatch)
    if (waiting.length === 0) return true
    const lane = async () => {
      for (let one = waiting.shift(); one && Date.now() < until; one = waiting.shift()) {
        const { checked, seen } = await checkOne(app, deps, {
          candidate: one,
          match: matcher.match(one.domain),
          brandTerms,
          references,
          wildcards,
        })
        await inTransaction(app.pool, async ({ db }) => {
          const { outcome, reason, isWildcard } = checked
          const { companyId, brandId } = run
          const isFound =
            seen !== undefined && (await addSearched(db, { ...seen, ...one, id: newId(), companyId, brandId }))
          const isNoted = await queries.noteOutcome(db, lease, {
            brandId,
            domain: one.domain,
            outcome,
            reason,
            isWildcard,
            isFound,
          })
          // Stopped or taken over meanwhile: the transaction leaves nothing behind.
          if (!isNoted) throw new RunLost()
        }).catch((problem: unknown) => {
          if (!(problem instanceof RunLost)) throw problem
        })
      }
    }
    await Promise.all(Array.from({ length: concurrency }, lane))
    if (Date.now() >= until) return false
  }
}

class RunLost extends Error {}

type Question = Pick<ToSee, 'match' | 'brandTerms' | 'references'> & {
  candidate: queries.Candidate
  wildcards: Map<string, Promise<readonly string[]>>
}

/** Asks about one name and sees its page. A defect on the way makes the name unknown and does not end the run. */
async function checkOne(
  app: App,
  deps: SearchDeps,
  { candidate, wildcards, ...rest }: Question,
): Promise<{ checked: CheckedDomain; seen: Seen | undefined }> {
  try {
    const checked = await checkDomain(deps, candidate.domain, wildcards)
    const isRegistered = checked.outcome === 'registered'
    return {
      checked,
      seen: isRegistered ? await visitLookAlike(app, deps, { ...candidate, ...rest, checked }) : undefined,
    }
  } catch (problem) {
    const reason = (problem as Error).message.slice(0, 300)
    return { checked: { ...nothingChecked, outcome: 'unknown', reason }, seen: undefined }
  }
}

/** Adds the names in certificates that match the keywords. */
async function searchCertificates(
  { db }: App,
  { certificates }: SearchDeps,
  run: queries.ClaimedRun,
  matcher: NameMatcher,
): Promise<void> {
  if (!certificates) return
  const { names, read, problem } = await namesOfSearch(certificates, run.keywords, matcher)
  const matched = await queries.addFeedNames(db, run.brandId, names)
  await noteFeed(db, { id: newId(), kind: 'search', address: certificates.address }, { names: read, matched, problem })
}
