import { type EgressOptions, openEgress } from '#kit/server/egress.ts'
import { openDns } from '#kit/server/dns.ts'
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
  /** What requests call themselves, and the operator's proxy for them. */
  requests?: Pick<EgressOptions, 'userAgent' | 'proxy'>
}

/** Opens what visits need: guarded egress that resolves hosts through the same name servers as the visits. */
export function openRevisits(settings: RevisitSettings): RevisitDeps {
  const { seconds, nameServers, allowLoopback = false, requests, ...pace } = settings
  const dns = openDns({ seconds, ...(nameServers ? { servers: nameServers } : {}) })
  const egress = openEgress({ seconds, maxBytes: maxBytesRead, allowLoopback, nameServers, ...requests })
  const visitor: Visitor = { dns, egress }
  return { visitor, ...pace }
}
