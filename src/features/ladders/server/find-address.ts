import { knownDesks } from '#features/contacts/server/known-desks.ts'
import { reasons, type StepKind } from '#features/ladders/messages.ts'
import type { Db } from '#kit/server/db.ts'
import { hasBounced, type RunFacts, toldAddresses } from './run-queries.ts'

/** Where the mail of a step goes; or why the step is left out, or waits for somebody who knows an address. */
export type Found = { address: string } | { skip: string } | { pause: string }

export type Where = { host: string; ip: string | null; registrar: string | null; hosting: string | null }

/**
 * The address of a step: the one somebody entered; for a reminder that of the first notice; else the first known desk of
 * host or registrar that takes mail and was not told yet.
 */
export async function findAddress(
  db: Db,
  run: RunFacts,
  kind: Exclude<StepKind, 'icann'>,
  where: Where,
): Promise<Found> {
  const given = run.address ?? (kind === 'reminder' ? run.notice.to : null)
  if (given !== null) return (await hasBounced(db, given)) ? { skip: reasons.bounced(given) } : { address: given }
  if (kind === 'reminder') return { pause: reasons.noAddress.registrar }
  const known =
    kind === 'host'
      ? await knownDesks(db, { ip: where.ip, name: where.hosting })
      : await knownDesks(db, { host: where.host, name: where.registrar })
  const told = await toldAddresses(db, run)
  // Sending a notice by hand makes its address known for registrar and host alike (G74): that one proves nothing.
  const desks = known.filter(({ email, byHand }) => !(byHand && told.has(email)))
  const [first] = desks
  if (!first) return { pause: reasons.noAddress[kind] }
  const working = desks.filter(({ bounced }) => !bounced)
  if (working.length === 0) return { skip: reasons.bounced(first.email) }
  const fresh = working.find(({ email }) => !told.has(email))
  return fresh ? { address: fresh.email } : { skip: reasons.told(working[0]!.email) }
}
