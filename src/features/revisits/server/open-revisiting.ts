import { openOutside } from '#kit/server/outside.ts'
import { openNames } from './names.ts'
import type { Revisiting } from './visit-due.ts'
import { type Visitor, mostRead } from './visit-address.ts'

export type RevisitSettings = Omit<Revisiting, 'visitor'> & {
  /** How long one answer may take. */
  seconds: number
  /** Name servers to ask; undefined: those of this machine. */
  nameServers?: readonly string[] | undefined
  /** For tests: servers on this machine, on any port. */
  allowLoopback?: boolean
}

/** Opens what visits need: a guarded way out that finds hosts through the same name servers as the visits do. */
export function openRevisiting({ seconds, nameServers, allowLoopback = false, ...pace }: RevisitSettings): Revisiting {
  const names = openNames({ seconds, ...(nameServers ? { servers: nameServers } : {}) })
  const lookup = async (host: string) => {
    const named = await names.resolve(host)
    return named.kind === 'found' ? named.addresses : []
  }
  const visitor: Visitor = { names, outside: openOutside({ seconds, mostBytes: mostRead, allowLoopback, lookup }) }
  return { visitor, ...pace }
}
