import { openEgress } from '#kit/server/outside.ts'
import { openNames } from './names.ts'
import type { Revisiting } from './visit-due.ts'
import { type Visitor, maxBytesRead } from './visit-address.ts'

/** Settings of re-visits; see `RevisitDeps` for the pace. */
export type RevisitSettings = Omit<Revisiting, 'visitor'> & {
  /** Time limit of one response. */
  seconds: number
  /** Name servers to use; undefined: those of this machine. */
  nameServers?: readonly string[] | undefined
  /** For tests: servers on this machine, on any port. */
  allowLoopback?: boolean
}

/** Opens what visits need: guarded egress that resolves hosts through the same name servers as the visits. */
export function openRevisiting({ seconds, nameServers, allowLoopback = false, ...pace }: RevisitSettings): Revisiting {
  const names = openNames({ seconds, ...(nameServers ? { servers: nameServers } : {}) })
  const lookup = async (host: string) => {
    const named = await names.resolve(host)
    return named.kind === 'found' ? named.addresses : []
  }
  const visitor: Visitor = { names, egress: openEgress({ seconds, maxBytes: maxBytesRead, allowLoopback, lookup }) }
  return { visitor, ...pace }
}
