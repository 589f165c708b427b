import { setTimeout as sleep } from 'node:timers/promises'
import { getDomain } from 'tldts'
import { BudgetExhausted, queryRegistry, type Subject } from '#features/contacts/server/query-registry.ts'
import type { LookUps } from '#features/contacts/server/look-up-hosts.ts'
import { messages, sheetTexts } from '#features/quick-tools/messages.ts'
import { RowRefused, type RowResult } from '#features/tool-jobs/server/tool-runner.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { isDomainName, normaliseDomain } from '#vocabulary/addresses.ts'
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

type Registration = Awaited<ReturnType<typeof queryRegistry>>

/** Addresses, name and mail servers of a domain, its registration, and who runs the network it is in (G86). */
export async function extractDomain(
  app: AppContext,
  deps: SourceDeps & { lookUps: LookUps },
  line: string,
  signal: AbortSignal,
): Promise<RowResult> {
  const host = normaliseDomain(line)
  if (!isDomainName(host)) throw new RowRefused(messages.notDomain)
  const domain = getDomain(host) ?? host
  const unread: string[] = []
  const [resolved, nameServers, mailServers] = await Promise.all([
    deps.dns.resolve(host),
    deps.dns.serversOf(domain, (reason) => unread.push(`Name servers: ${reason}`)),
    deps.dns.mailServersOf(domain, (reason) => unread.push(`Mail servers: ${reason}`)),
  ])
  const addresses = resolved.kind === 'found' ? resolved.addresses : []
  const registration = await registrationOf(app, deps, { domain }, signal)
  const [first] = addresses
  const network = first === undefined ? undefined : await registrationOf(app, deps, { ip: first }, signal)
  const notes = [
    resolved.kind === 'found' ? undefined : resolved.reason,
    ...unread,
    registration.outcome === 'found' ? undefined : `Registration: ${registration.reason ?? sheetTexts.unknown}`,
    network && network.outcome !== 'found' ? `Network: ${network.reason ?? sheetTexts.unknown}` : undefined,
  ].filter((note) => note !== undefined)
  return {
    records: [
      {
        domain: host,
        ipAddress: addresses.join(', '),
        hosting: network?.name ?? '',
        registrar: registration.name ?? '',
        registrationDate: registration.registeredOn ?? '',
        expiryDate: registration.expiresOn ?? '',
        nameServers: nameServers.join(', '),
        mailServers: mailServers.join(', '),
        country: network?.country ?? registration.country ?? '',
        result: notes.length === 0 ? sheetTexts.ok : notes.join('; '),
      },
    ],
  }
}

/** The stored or fresh registration; waits while the registry's budget is used up, for as long as one page may take. */
async function registrationOf(
  app: AppContext,
  { lookUps }: { lookUps: LookUps },
  subject: Subject,
  signal: AbortSignal,
): Promise<Pick<Registration, 'outcome' | 'name' | 'reason' | 'registeredOn' | 'expiresOn' | 'country'>> {
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
