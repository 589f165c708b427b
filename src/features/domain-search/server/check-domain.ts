import { setTimeout as sleep } from 'node:timers/promises'
import { getPublicSuffix } from 'tldts'
import { BudgetExhausted, queryRegistry, type RegistryDeps } from '#features/contacts/server/query-registry.ts'
import type { Outcome } from '#features/domain-search/rules.ts'
import type { DnsClient } from '#kit/server/dns.ts'
import { newId } from '#kit/server/id.ts'
import { registeredName, siteOf } from '#vocabulary/sites.ts'

/** What name servers and registries say about a domain. */
export type CheckedDomain = {
  outcome: Outcome
  reason: string | null
  /** Only a wildcard of its top-level domain answered for it. */
  isWildcard: boolean
  addresses: string[]
  nameServers: string[]
  mailServers: string[]
  registrar: string | null
  registeredOn: string | null
  expiresOn: string | null
  changedOn: string | null
}

export type CheckDeps = {
  dns: DnsClient
  /** Registry queries; they share their budget with all other look-ups. */
  registry: RegistryDeps
  /** Milliseconds to wait for a turn at a registry's server. */
  registryPatience: number
}

/** What is known of a domain that was not found. */
export const nothingChecked: Omit<CheckedDomain, 'outcome'> = {
  reason: null,
  isWildcard: false,
  addresses: [],
  nameServers: [],
  mailServers: [],
  registrar: null,
  registeredOn: null,
  expiresOn: null,
  changedOn: null,
}

/**
 * Asks about one domain: name servers first, then its registry. `absent` is a name that does not exist in DNS, or that its
 * registry does not have; what gives no answer is 'unknown' or 'throttled', never absent. `wildcards` remembers for one
 * run what top-level domains answer for names that nobody registered.
 */
export async function checkDomain(
  deps: CheckDeps,
  domain: string,
  wildcards: Map<string, Promise<readonly string[]>>,
): Promise<CheckedDomain> {
  const found = await deps.dns.resolve(domain)
  if (found.kind === 'none' && found.isMissing) return { ...nothingChecked, outcome: 'absent', reason: found.reason }
  const zone = siteOf(domain)
  const [nameServers, mailServers] = await Promise.all([deps.dns.serversOf(zone), deps.dns.mailServersOf(domain)])
  const addresses = found.kind === 'found' ? found.addresses.slice(0, 20) : []
  const seen = { addresses, nameServers: nameServers.slice(0, 20), mailServers: mailServers.slice(0, 20) }
  const isWildcard = nameServers.length === 0 && (await isOnlyWildcard(deps.dns, { zone, addresses }, wildcards))
  // A name on a shared host has no registration of its own.
  const isShared = registeredName(domain) !== zone
  const isDelegated = nameServers.length > 0 || mailServers.length > 0 || (addresses.length > 0 && !isWildcard)
  if (isShared) {
    const unanswered = found.kind === 'unknown' ? found.reason : null
    if (addresses.length > 0 && !isWildcard) return { ...nothingChecked, ...seen, outcome: 'registered' }
    return { ...nothingChecked, isWildcard, outcome: unanswered === null ? 'absent' : 'unknown', reason: unanswered }
  }
  const registration = await registrationOf(deps, zone)
  const dates = {
    registrar: registration.name,
    registeredOn: registration.registeredOn,
    expiresOn: registration.expiresOn,
    changedOn: registration.changedOn,
  }
  if (isDelegated || registration.outcome === 'found')
    return { ...nothingChecked, ...seen, ...dates, isWildcard, outcome: 'registered' }
  const outcome = registration.outcome === 'unregistered' ? 'absent' : registration.outcome
  return { ...nothingChecked, isWildcard, outcome, reason: registration.reason }
}

/** Whether the addresses of a name are only those that its top-level domain gives to any name. */
async function isOnlyWildcard(
  dns: DnsClient,
  { zone, addresses }: { zone: string; addresses: readonly string[] },
  wildcards: Map<string, Promise<readonly string[]>>,
): Promise<boolean> {
  const suffix = getPublicSuffix(zone, { allowPrivateDomains: true })
  if (!suffix || addresses.length === 0) return false
  // A label that nobody has registered: 32 random digits and letters.
  const lookUp =
    wildcards.get(suffix) ??
    dns
      .resolve(`${newId().replaceAll('-', '')}.${suffix}`)
      .then((answer) => (answer.kind === 'found' ? answer.addresses : []))
  wildcards.set(suffix, lookUp)
  const general = await lookUp
  return general.length > 0 && addresses.every((address) => general.includes(address))
}

type Registered = Awaited<ReturnType<typeof queryRegistry>>

/** The registration of a domain; waits for its turn at the server, and is 'throttled' when that takes too long. */
async function registrationOf({ registry, registryPatience }: CheckDeps, domain: string): Promise<Registered> {
  const until = Date.now() + registryPatience
  for (;;) {
    try {
      return await queryRegistry(registry, { domain })
    } catch (problem) {
      if (!(problem instanceof BudgetExhausted)) throw problem
      if (Date.now() >= until) return { ...noRegistration, reason: problem.message }
    }
    await sleep(200 + Math.random() * 300)
  }
}

const noRegistration: Registered = {
  outcome: 'throttled',
  name: null,
  emails: [],
  reason: null,
  source: null,
  server: null,
  registeredOn: null,
  expiresOn: null,
  changedOn: null,
  country: null,
  form: null,
}
