import { openEgress } from '#kit/server/egress.ts'
import { openDns } from './dns.ts'
import type { RevisitDeps } from './visit-due.ts'
import { type Visitor, maxBytesRead } from './visit-address.ts'

/** Settings of re-visits; see `RevisitDeps` for the pace. */
export type RevisitSettings = Omit<RevisitDeps, 'visitor'> & {
  /** Time limit of one response. */
  seconds: number
  /** Name servers to use; undefined: those of this machine. */
  nameServers?: readonly string[] | undefined
  /** For tests: servers on this machine, on any port. */
  allowLoopback?: boolean
}

/** Opens what visits need: guarded egress that resolves hosts through the same name servers as the visits. */
export function openRevisits({ seconds, nameServers, allowLoopback = false, ...pace }: RevisitSettings): RevisitDeps {
  const dns = openDns({ seconds, ...(nameServers ? { servers: nameServers } : {}) })
  const lookup = async (host: string) => {
    const resolved = await dns.resolve(host)
    return resolved.kind === 'found' ? resolved.addresses : []
  }
  const visitor: Visitor = { dns, egress: openEgress({ seconds, maxBytes: maxBytesRead, allowLoopback, lookup }) }
  return { visitor, ...pace }
}
