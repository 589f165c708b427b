import { setTimeout as sleep } from 'node:timers/promises'
import { isIP } from 'node:net'
import type { Db } from '#kit/server/db.ts'
import { registeredName } from '#vocabulary/sites.ts'
import type { LookUps } from './look-up-hosts.ts'
import { BudgetExhausted, queryRegistry, type RegistryDeps } from './query-registry.ts'
import type { Subject } from './subject.ts'
import { openSharedHosts } from './shared-hosts.ts'

/** What the registries say of a domain, by the name of the platform's column; without what they do not say. */
export type RegistrationColumns = Partial<Record<'registrar' | 'ipAddress' | 'hosting', string>>

/** How often a server whose budget is used up is asked again, and the milliseconds between. */
const attempts = 5
const pause = 2500

/** Looks up registrar, IP address and its holder. What cannot be looked up now is left out, as is the registrar of a name under a platform's suffix. */
export async function registrationOf(
  db: Db,
  lookUps: LookUps,
  host: string,
  signal: AbortSignal,
): Promise<RegistrationColumns> {
  const deps: RegistryDeps = { ...lookUps, db }
  // The registrar of a platform's suffix is not that of a customer's page.
  const domain = (await openSharedHosts(db)).of(host) ? undefined : registeredName(host)
  const [ipAddress] = await lookUps.egress.resolve(host)
  const registrar = domain === undefined ? null : await nameOf(deps, { domain }, signal)
  const hosting = ipAddress === undefined || !isIP(ipAddress) ? null : await nameOf(deps, { ip: ipAddress }, signal)
  return {
    ...(ipAddress === undefined ? {} : { ipAddress }),
    ...(registrar === null ? {} : { registrar }),
    ...(hosting === null ? {} : { hosting }),
  }
}

async function nameOf(deps: RegistryDeps, subject: Subject, signal: AbortSignal): Promise<string | null> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    try {
      return (await queryRegistry(deps, subject)).name
    } catch (problem) {
      if (!(problem instanceof BudgetExhausted)) throw problem
      await sleep(pause, undefined, { signal })
    }
  }
  return null
}
