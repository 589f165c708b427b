import { knownAbuseDesks } from '#features/contacts/server/known-abuse-desks.ts'
import { reasons } from '#features/escalations/messages.ts'
import { type StepKind } from '#features/escalations/rules.ts'
import type { Db } from '#kit/server/db.ts'
import { hasBounced, type EscalationRun, notifiedAddresses } from './run-queries.ts'

/** The recipient of a step's email; or why the step is skipped, or pauses until somebody enters an address. */
export type AddressResult = { address: string } | { skip: string } | { pause: string }

/** What is known of where a finding is hosted and registered. */
export type HostDetails = { host: string; ip: string | null; registrar: string | null; hosting: string | null }

/**
 * The recipient of a step: the address somebody entered; for a reminder that of the first notice; otherwise the first
 * known abuse desk of the host or registrar whose address did not bounce and was not notified yet.
 */
export async function findAddress(
  db: Db,
  run: EscalationRun,
  kind: Exclude<StepKind, 'icann'>,
  hostDetails: HostDetails,
): Promise<AddressResult> {
  const fixedAddress = run.address ?? (kind === 'reminder' ? run.notice.to : null)
  if (fixedAddress !== null)
    return (await hasBounced(db, fixedAddress)) ? { skip: reasons.bounced(fixedAddress) } : { address: fixedAddress }
  if (kind === 'reminder') return { pause: reasons.noAddress.registrar }
  const known =
    kind === 'host'
      ? await knownAbuseDesks(db, { hostedAt: hostDetails.host, ip: hostDetails.ip, name: hostDetails.hosting })
      : await knownAbuseDesks(db, { host: hostDetails.host, name: hostDetails.registrar })
  const notified = await notifiedAddresses(db, run)
  // A manual notice saves its address for both registrar and host (G74): such an entry is no evidence of either.
  const abuseDesks = known.filter(({ email, byHand }) => !(byHand && notified.has(email)))
  const [first] = abuseDesks
  if (!first) return { pause: reasons.noAddress[kind] }
  const working = abuseDesks.filter(({ bounced }) => !bounced)
  if (working.length === 0) return { skip: reasons.bounced(first.email) }
  const unused = working.find(({ email }) => !notified.has(email))
  return unused ? { address: unused.email } : { skip: reasons.alreadyNotified(working[0]!.email) }
}
