import { isIP } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import ipaddr from 'ipaddr.js'
import { BudgetExhausted, queryRegistry } from '#features/contacts/server/query-registry.ts'
import type { Subject } from '#features/contacts/server/subject.ts'
import type { LookUps } from '#features/contacts/server/look-up-hosts.ts'
import { openSharedHosts, type SharedHostOf } from '#features/contacts/server/shared-hosts.ts'
import { messages, sheetTexts } from '#features/quick-tools/messages.ts'
import { RowRefused, type RowResult } from '#features/tool-jobs/server/tool-runner.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { isDomainName, normaliseDomain } from '#vocabulary/addresses.ts'
import { registeredName } from '#vocabulary/sites.ts'
import { pageSeconds, type SourceDeps } from './source-deps.ts'

export const domainColumns = [
  'domain',
  'ipAddress',
  'hosting',
  'registrar',
  'registrationDate',
  'expiryDate',
  'nameServers',
  'mailServers',
  'country',
  'result',
] as const

type Registered = Pick<
  Awaited<ReturnType<typeof queryRegistry>>,
  'outcome' | 'name' | 'reason' | 'registeredOn' | 'expiresOn' | 'country'
>

/**
 * Addresses, name and mail servers of a domain, its registration, and who runs the network it is in (G86). A customer's
 * name under a shared host has no registration: the host's own desk is named in its place. Of an IP address there is only
 * the network.
 */
export async function extractDomain(
  app: AppContext,
  deps: Deps,
  line: string,
  signal: AbortSignal,
): Promise<RowResult> {
  const host = normaliseDomain(line)
  if (isIP(host))
    return { records: [recordOf(host, { addresses: [host], ...(await networkOf(app, deps, host, signal)) })] }
  if (!isDomainName(host)) throw new RowRefused(messages.notDomain)
  const shared = (await openSharedHosts(app.db)).of(host)
  // The entry of a platform's own name is no suffix above it.
  const platform = shared && shared.suffix !== host ? shared : undefined
  const domain = platform ? host : (registeredName(host) ?? host)
  const unread: string[] = []
  const [resolved, nameServers, mailServers] = await Promise.all([
    deps.dns.resolve(host),
    deps.dns.serversOf(domain, (reason) => unread.push(`Name servers: ${reason}`)),
    deps.dns.mailServersOf(domain, (reason) => unread.push(`Mail servers: ${reason}`)),
  ])
  const addresses = resolved.kind === 'found' ? resolved.addresses : []
  const registration = platform ? undefined : await registrationOf(app, deps, { domain }, signal)
  const { network, notes } = await networkOf(app, deps, addresses[0], signal)
  return {
    records: [
      recordOf(host, {
        addresses,
        nameServers,
        mailServers,
        registration,
        network,
        notes: [
          ...(resolved.kind === 'found' ? [] : [resolved.reason]),
          ...unread,
          ...(platform
            ? [messages.noRegistrar(platform.suffix, deskOf(platform))]
            : noteOf('Registration', registration)),
          ...notes,
        ],
      }),
    ],
  }
}

type Deps = SourceDeps & { lookUps: LookUps }

type Found = {
  addresses: readonly string[]
  nameServers?: readonly string[]
  mailServers?: readonly string[]
  registration?: Registered | undefined
  network: Registered | undefined
  notes: readonly string[]
}

function recordOf(host: string, found: Found): Record<string, string> {
  const { addresses, nameServers = [], mailServers = [], registration, network, notes } = found
  return {
    domain: host,
    ipAddress: addresses.join(', '),
    hosting: network?.name ?? '',
    registrar: registration?.name ?? '',
    registrationDate: registration?.registeredOn ?? '',
    expiryDate: registration?.expiresOn ?? '',
    nameServers: nameServers.join(', '),
    mailServers: mailServers.join(', '),
    country: network?.country ?? registration?.country ?? '',
    result: notes.length === 0 ? sheetTexts.ok : notes.join('; '),
  }
}

/** Who runs the network of an address; nobody is asked about one that any network may use inside. */
async function networkOf(app: AppContext, deps: Deps, ip: string | undefined, signal: AbortSignal) {
  if (ip === undefined) return { network: undefined, notes: [] }
  if (insideRanges.has(ipaddr.process(ip).range())) return { network: undefined, notes: [messages.notPublic(ip)] }
  const network = await registrationOf(app, deps, { ip }, signal)
  return { network, notes: noteOf('Network', network) }
}

const insideRanges: ReadonlySet<string> = new Set(
  'private loopback linkLocal uniqueLocal carrierGradeNat unspecified multicast broadcast'.split(' '),
)

const noteOf = (what: string, registered: Registered | undefined): string[] =>
  registered === undefined || registered.outcome === 'found'
    ? []
    : [`${what}: ${registered.reason ?? sheetTexts.unknown}`]

/** Where the platform takes reports; undefined where that is not known. */
const deskOf = ({ desk }: SharedHostOf): string | undefined =>
  desk && [desk.name, desk.email ?? desk.form].filter(Boolean).join(', ')

/** The stored or fresh registration; waits while the registry's budget is used up, for as long as one page may take. */
async function registrationOf(
  app: AppContext,
  { lookUps }: { lookUps: LookUps },
  subject: Subject,
  signal: AbortSignal,
): Promise<Registered> {
  const until = Date.now() + pageSeconds * 1000
  for (;;) {
    signal.throwIfAborted()
    try {
      return await queryRegistry({ ...lookUps, db: app.db }, subject)
    } catch (problem) {
      if (!(problem instanceof BudgetExhausted)) throw problem
      if (Date.now() > until)
        return {
          outcome: 'throttled',
          name: null,
          reason: problem.message,
          registeredOn: null,
          expiresOn: null,
          country: null,
        }
      await sleep(200, undefined, { signal })
    }
  }
}
