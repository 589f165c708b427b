import type { LookUps } from '#features/contacts/server/look-up-hosts.ts'
import type { DnsClient } from '#kit/server/dns.ts'
import type { Egress } from '#kit/server/egress.ts'
import type { SourceSettings } from '#sources/source.ts'

/** What the quick tools use to reach the outside. */
export type SourceDeps = {
  egress: Egress
  dns: DnsClient
  /** undefined: look-ups are switched off. */
  lookUps: LookUps | undefined
  settings: SourceSettings
  /** A domain that is always registered, for the probe of look-ups; iana.org without it. */
  probeDomain?: string
  /** Factor for pauses between requests and before repetitions; tests wait less. */
  pace?: number
}

/** Seconds for one page or answer (G86). */
export const pageSeconds = 30
