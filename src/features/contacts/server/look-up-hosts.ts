import { isIP } from 'node:net'
import { getDomain } from 'tldts'
import { inTransaction } from '#kit/server/db.ts'
import type { Egress } from '#kit/server/outside.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { platformOf } from '#platforms/all.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { normaliseAddress, normaliseDomain } from '#vocabulary/addresses.ts'
import { queryRegistry, type RegistryDeps, NotYet, type Subject } from './ask-registry.ts'
import type { Bootstrap } from './bootstrap.ts'
import { fillIn, findingsToLookUp, saveAbuseContacts, type Lacking, type Learnt, type Registration } from './queries.ts'

export type LookUps = { egress: Egress; bootstrap: Bootstrap; secondsBetween?: number }

/** How many findings of a platform one run looks up; the job runs every minute. */
const perRun = 25
/** Names that nobody can register (RFC 2606, RFC 6761, RFC 6762) and that are never looked up. */
const reserved = /(^|\.)(example|test|invalid|localhost|local|onion|internal|example\.(com|net|org))$/

/** The job: fills registrar, IP and host of new domain and website findings, and stores their abuse addresses. */
export async function lookUpHostsOf(app: AppContext, lookUps: LookUps): Promise<void> {
  const deps: RegistryDeps = { ...lookUps, db: app.db }
  for (const value of ['domain', 'website'] as const) {
    const platform = platformOf(value)!
    for (const one of await findingsToLookUp(app.db, platform, perRun)) await lookUp(app, deps, platform, one)
  }
}

async function lookUp(
  app: AppContext,
  deps: RegistryDeps,
  platform: FindingPlatformDefinition,
  of: Lacking,
): Promise<void> {
  const host = hostOf(of.address)
  const { learnt, known, againIn } = await learn(deps, host, of)
  await inTransaction(app.pool, async ({ db }) => {
    await fillIn(db, platform, of, learnt, againIn)
    for (const { name, emails } of known) await saveAbuseContacts(db, name, emails)
  })
}

type Lesson = { learnt: Learnt; known: readonly Registration[]; againIn: number | null }

/** Looks up a host; `retryInSeconds` is set where something could not be looked up yet. */
async function learn(deps: RegistryDeps, host: string, of: Lacking): Promise<Lesson> {
  const nothing: Learnt = { registrar: null, ipAddress: null, hosting: null }
  if (host === '' || reserved.test(host)) return { learnt: nothing, known: [], againIn: null }
  const domain = isIP(host) ? null : getDomain(host)
  const [ipAddress = null] = of.ipAddress ? [of.ipAddress] : await deps.egress.resolve(host)
  const registrar = domain === null ? undefined : await answer(deps, { domain })
  const holder = ipAddress === null || !isIP(ipAddress) ? undefined : await answer(deps, { ip: ipAddress })
  const known = [registrar, holder].filter((one): one is Registration => one !== undefined && one !== 'later')
  const isOpen = [registrar, holder].some(
    (one) => one === 'later' || one?.outcome === 'throttled' || one?.outcome === 'unknown',
  )
  const nameOf = (one: typeof registrar) => (one && one !== 'later' ? one.name : null)
  return {
    learnt: { registrar: nameOf(registrar), ipAddress, hosting: nameOf(holder) },
    known,
    againIn: [registrar, holder].includes('later') ? 60 : isOpen ? 6 * 3600 : null,
  }
}

async function answer(deps: RegistryDeps, subject: Subject): Promise<Registration | 'later'> {
  try {
    return await queryRegistry(deps, subject)
  } catch (problem) {
    if (problem instanceof NotYet) return 'later'
    throw problem
  }
}

/** The host of a URL or of a bare domain; an IPv6 address without its brackets. */
function hostOf(address: string): string {
  const bracketed = /^(?:https?:\/\/)?\[([\da-f:.]+)\]/i.exec(address.trim())?.[1]
  return bracketed ?? normaliseDomain(normaliseAddress(address))
}
