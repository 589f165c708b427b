import { isIP } from 'node:net'
import { inTransaction } from '#kit/server/db.ts'
import type { Egress } from '#kit/server/egress.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { platforms } from '#platforms/all.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { normaliseDomain } from '#vocabulary/addresses.ts'
import { daysAfter, today } from '#vocabulary/dates.ts'
import { registeredName } from '#vocabulary/sites.ts'
import { queryRegistry, type RegistryDeps, BudgetExhausted } from './query-registry.ts'
import type { Subject } from './subject.ts'
import type { Bootstrap } from './bootstrap.ts'
import {
  fillIn,
  findingsToLookUp,
  saveAbuseContacts,
  type IncompleteFinding,
  type HostDetails,
  type Registration,
  type Retry,
} from './queries.ts'
import { openSharedHosts, type SharedHosts } from './shared-hosts.ts'
import { subjectKey } from './subject.ts'

export type LookUps = { egress: Egress; bootstrap: Bootstrap; secondsBetween?: number }

type LookUpDeps = RegistryDeps & { sharedHosts: SharedHosts }

/** How many findings of a platform one run looks up; the job runs every minute. */
const perRun = 25
/** For how many days after its report a finding is looked up unasked. */
const recentDays = 3
/** When to ask again, in seconds: a busy server at the earliest, a failure, and a name that its registry does not know (yet). */
const retrySeconds = { later: 60, failed: 6 * 3600, unregistered: 2 * 86_400 }
/** Names that nobody can register (RFC 2606, RFC 6761, RFC 6762) and that are never looked up. */
const reserved = /(^|\.)(example|test|invalid|localhost|local|onion|internal|example\.(com|net|org))$/

/**
 * The job: fills registrar, IP and host of new findings of platforms with these columns, and stores abuse addresses. A
 * finding whose look-up fails is put off, so that it holds up no others; then the first error is thrown.
 */
export async function lookUpHostsOf(app: AppContext, lookUps: LookUps): Promise<void> {
  const deps = { ...lookUps, db: app.db, sharedHosts: await openSharedHosts(app.db) }
  const since = daysAfter(today(app.settings.businessZone), -recentDays)
  const failures: unknown[] = []
  for (const platform of platforms.filter(({ enforcedWith }) => enforcedWith.length > 0))
    for (const finding of await findingsToLookUp(app.db, platform, { since, limit: perRun }))
      await lookUp(app, deps, platform, finding).catch(async (problem: unknown) => {
        failures.push(problem)
        const retry: Retry = { because: 'failed', seconds: retrySeconds.failed }
        await inTransaction(app.pool, ({ db }) => fillIn(db, platform, { finding, details: nothingKnown, retry }))
      })
  if (failures.length > 0) throw failures[0]
}

async function lookUp(
  app: AppContext,
  deps: LookUpDeps,
  platform: FindingPlatformDefinition,
  finding: IncompleteFinding,
): Promise<void> {
  const host = normaliseDomain(finding.address)
  const { details, subjects, retry } = await resolveHost(deps, host, finding)
  await inTransaction(app.pool, async ({ db }) => {
    await fillIn(db, platform, { finding, details, retry })
    if (subjects.length > 0) await saveAbuseContacts(db, subjects)
  })
}

const noDays = { registeredOn: null, expiresOn: null, changedOn: null }
const nothingKnown: HostDetails = { registrar: null, ipAddress: null, hosting: null, ...noDays }

type HostLookUp = { details: HostDetails; subjects: readonly string[]; retry: Retry | null }

/** Looks up a host; `subjects` are the registrations that were answered, `retry` is set where something could not be looked up yet. */
async function resolveHost(deps: LookUpDeps, host: string, finding: IncompleteFinding): Promise<HostLookUp> {
  if (host === '' || reserved.test(host)) return { details: nothingKnown, subjects: [], retry: null }
  // The registrar of a platform's suffix is not that of a customer's page.
  const domain = isIP(host) || deps.sharedHosts.of(host) ? null : (registeredName(host) ?? null)
  const [ipAddress = null] = finding.ipAddress ? [finding.ipAddress] : await deps.egress.resolve(host)
  const registrar = domain === null ? undefined : await registrationOrLater(deps, { domain })
  const holder = ipAddress === null || !isIP(ipAddress) ? undefined : await registrationOrLater(deps, { ip: ipAddress })
  const answers = [registrar, holder].filter((one) => one !== undefined)
  const nameOf = (one: typeof registrar) => (one && 'outcome' in one ? one.name : null)
  return {
    details: {
      registrar: nameOf(registrar),
      ipAddress,
      hosting: nameOf(holder),
      ...(registrar && 'outcome' in registrar ? daysOf(registrar) : noDays),
    },
    subjects: [
      ...(domain !== null && registrar && 'outcome' in registrar ? [subjectKey({ domain })] : []),
      ...(ipAddress !== null && holder && 'outcome' in holder ? [subjectKey({ ip: ipAddress })] : []),
    ],
    retry: retryAfter(answers),
  }
}

function retryAfter(answers: readonly (Registration | Later)[]): Retry | null {
  const waits = answers.flatMap((one) => ('laterSeconds' in one ? [one.laterSeconds] : []))
  const outcomes = answers.flatMap((one) => ('outcome' in one ? [one.outcome] : []))
  if (waits.length > 0) return { because: 'later', seconds: Math.max(retrySeconds.later, ...waits) }
  if (outcomes.some((one) => one === 'throttled' || one === 'unknown'))
    return { because: 'failed', seconds: retrySeconds.failed }
  // A name that was reported may be registered tomorrow, and a registry may be wrong today.
  return outcomes.includes('unregistered') ? { because: 'unregistered', seconds: retrySeconds.unregistered } : null
}

const daysOf = ({ registeredOn, expiresOn, changedOn }: Registration) => ({ registeredOn, expiresOn, changedOn })

/** The server may be asked in so many seconds. */
type Later = { laterSeconds: number }

async function registrationOrLater(deps: RegistryDeps, subject: Subject): Promise<Registration | Later> {
  try {
    return await queryRegistry(deps, subject)
  } catch (problem) {
    if (problem instanceof BudgetExhausted) return { laterSeconds: problem.seconds }
    throw problem
  }
}
