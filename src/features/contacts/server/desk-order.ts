import { harmOf, harms, registrarsActOn } from '#vocabulary/harm-kinds.ts'
import type { Desk } from './desk.ts'

/**
 * Whether a desk acts on findings with a reason code: registrars act on DNS abuse and registration data only. Without a
 * code it is not known, and counts as yes.
 */
export const actsOn = (kind: Desk['kind'], reasonCode: string | null): boolean =>
  kind !== 'registrar' || reasonCode === null || registrarsActOn(harmOf(reasonCode))

/**
 * Whether a registrar is asked before the host. Content is the host's, registration data are the registrar's, and so is DNS
 * abuse by a domain name (`isByDomain`), not by a page of a site whose owner may be a victim.
 */
export function registrarComesFirst(reasonCode: string | null, isByDomain: boolean): boolean {
  if (reasonCode === null) return isByDomain
  const { dnsAbuse, basis } = harms[harmOf(reasonCode)]
  if (basis === 'registration-data') return true
  return dnsAbuse !== null && isByDomain
}

const takesEmail = ({ email, bounced }: Desk): boolean => email !== null && !bounced

/**
 * The desk to ask of a target's desks: a platform by its address or form before any other; then, of those that act on the
 * harm, the first that takes email, else the first with a form. Without any of these the first that acts, else the first.
 */
export function firstDesk(desks: readonly Desk[]): Desk | undefined {
  const acting = desks.filter(({ acts }) => acts)
  return (
    acting.find((one) => one.kind === 'platform' && (takesEmail(one) || one.form !== null)) ??
    acting.find(takesEmail) ??
    acting.find(({ form }) => form !== null) ??
    acting[0] ??
    desks[0]
  )
}
