import { lookAlikeChanged } from '#features/domain-search/contract-jobs.ts'
import { messages } from '#features/domain-search/messages.ts'
import { reportedGrowth } from '#features/domain-search/rules.ts'
import { saveTemplateOf } from './finding-template.ts'
import { inTransaction } from '#kit/server/db.ts'
import { enqueue } from '#kit/server/jobs.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { checkDomain } from './check-domain.ts'
import { visitAgain } from './visit-look-alike.ts'
import type { SearchDeps } from './search-deps.ts'
import type { Seen } from './searched-queries.ts'
import { addPictureOf, claimWatched, type KnownThen, saveWatched, type Watched } from './watch-queries.ts'

type App = Pick<AppContext, 'pool' | 'db' | 'files'>

/** Domains of one job, those that it takes at a time, and hours before one is looked at again: about 7,000 a night. */
const perJob = 400
const perClaim = 20
const hoursBetween = 20
const longestWork = 8 * 60_000
const concurrency = 4

/**
 * The job: looks again at domains that were decided about. One that got a mail server, a certificate or a page like the
 * brand's comes to the bell of who decided; an ignored one whose page became like the brand's is on the list again.
 */
export async function watchDecidedDomains(app: App, deps: SearchDeps, milliseconds = longestWork): Promise<void> {
  const until = Date.now() + milliseconds
  const wildcards = new Map<string, Promise<readonly string[]>>()
  // What is claimed counts as looked at, so only what can be done is claimed, and all of it is done.
  for (let taken = 0; taken < perJob && Date.now() < until; taken += perClaim) {
    const waiting = await claimWatched(app.db, { limit: perClaim, hours: hoursBetween })
    if (waiting.length === 0) return
    const lane = async () => {
      for (let one = waiting.shift(); one; one = waiting.shift()) await watch(app, deps, one, wildcards)
    }
    await Promise.all(Array.from({ length: concurrency }, lane))
  }
}

async function watch(
  app: App,
  deps: SearchDeps,
  one: Watched,
  wildcards: Map<string, Promise<readonly string[]>>,
): Promise<void> {
  const checked = await checkDomain(deps, one.domain, wildcards)
  if (checked.outcome !== 'registered') return
  const seen = await visitAgain(app, deps, { ...one, checked })
  const { changes, likeness } = changesOf(one.decided, seen)
  // What was notified once is known from then on; what was not can still grow.
  const known: KnownThen = changes.length > 0 ? knownOf(one.decided, seen) : one.decided
  const returnedBecause = one.action === 'ignore' && likeness !== undefined ? likeness : null
  await inTransaction(app.pool, async ({ db }) => {
    const isSaved = await saveWatched(db, one, seen, { known, returnedBecause })
    if (!isSaved) return
    const { id: searchedId, companyId, brandId, findingId, actedBy: userId, domain } = one
    if (findingId !== null) {
      await addPictureOf(db, { ...one, findingId, bucket: app.files.bucket, imageKey: seen.imageKey })
      await saveTemplateOf(db, { ...seen, companyId, findingId, domain, isDrawn: seen.archiveKey !== null })
    }
    if (changes.length === 0) return
    const text = messages.changed(domain, changes.join('; '))
    await enqueue(db, lookAlikeChanged, { searchedId, companyId, brandId, findingId, userId, text })
  })
}

/** What has changed since, in words; `likeness` is the one for which an ignored domain is on the list again. */
export function changesOf(then: KnownThen, seen: Seen): { changes: string[]; likeness: string | undefined } {
  const changes: string[] = []
  const [mail] = seen.mailServers
  if (!then.mail && mail !== undefined) changes.push(messages.newMail(mail))
  const issuer = seen.visit.certificate?.issuer
  if (then.certificate === null && issuer !== undefined) changes.push(messages.newCertificate(issuer))
  const grown = seen.likeness - then.likeness >= reportedGrowth
  const why = seen.likenessParts.filter(({ kind }) => kind !== 'name').map(({ text }) => text)
  const likeness = grown ? messages.newLikeness(Math.round(100 * seen.likeness), why.join('; ')) : undefined
  if (likeness !== undefined) changes.push(likeness)
  return { changes, likeness }
}

/** What is known from now on. A page that did not answer this time says nothing new of its certificate and likeness. */
function knownOf(then: KnownThen, { mailServers, isParked, imageKey, visit, likeness }: Seen): KnownThen {
  const now = { ...then, mail: mailServers.length > 0 }
  if (visit.status === null) return now
  // Without a browser nobody looked at the certificate.
  const certificate = imageKey === null ? 'not looked at' : (visit.certificate?.issuer ?? null)
  return { ...now, parked: isParked, page: !isParked, certificate, likeness }
}
