import { openDeskForms } from '#features/contacts/server/desk-forms.ts'
import { knownDesk } from '#features/contacts/server/known-desk.ts'
import { reasons } from '#features/escalations/messages.ts'
import { type StepKind } from '#features/escalations/rules.ts'
import type { Recipient } from '#features/notices/server/desk-of.ts'
import type { Db } from '#kit/server/db.ts'
import { type EscalationRun, hasBounced, notifiedAddresses } from './run-state-queries.ts'

/**
 * The recipient of a step: an address, or the web form of a desk that takes no email, which a person fills in; or why the
 * step is skipped, or pauses until somebody enters an address. `recipient` null: to be judged by the address.
 */
export type RecipientResult =
  | { address: string; recipient: Recipient | null }
  | { form: string; recipient: Recipient }
  | { skip: string }
  | { pause: string }

/** What is known of where a finding is hosted and registered. */
export type HostDetails = {
  host: string
  ip: string | null
  registrar: string | null
  hosting: string | null
  reasonCode: string | null
}

/**
 * The recipient of a step: the address somebody entered; for a reminder the desk of the first notice, by its form if it takes
 * no email any more; otherwise the known desk of the host or registrar: its first address that did not bounce and was not notified yet, or its form where it has
 * none that works.
 */
export async function findRecipient(
  db: Db,
  run: EscalationRun,
  kind: Exclude<StepKind, 'icann'>,
  hostDetails: HostDetails,
): Promise<RecipientResult> {
  const name = kind === 'registrar' ? hostDetails.registrar : hostDetails.hosting
  const asked: Recipient | null = kind === 'reminder' ? run.notice.desk : { kind, name }
  const { host, ip, reasonCode } = hostDetails
  const fixedAddress = run.address ?? (kind === 'reminder' ? run.notice.to : null)
  if (run.address === null && fixedAddress !== null) {
    const instead = (await openDeskForms(db)).insteadOf(fixedAddress, reasonCode)
    if (instead) return { form: instead.form, recipient: run.notice.desk ?? { kind: 'other', name: instead.name } }
  }
  if (fixedAddress !== null)
    return (await hasBounced(db, fixedAddress))
      ? { skip: reasons.bounced(fixedAddress) }
      : { address: fixedAddress, recipient: asked }
  if (kind === 'reminder') {
    const { form, desk } = run.notice
    return form !== null && desk !== null ? { form, recipient: desk } : { pause: reasons.noAddress.registrar }
  }
  const target = kind === 'host' ? { kind, host, ip, name } : { kind, host, name }
  const desk = await knownDesk(db, { ...target, reasonCode })
  if (!desk) return { skip: reasons.noRegistrar }
  const recipient = { kind: desk.kind, name: desk.name ?? name }
  const notified = await notifiedAddresses(db, run)
  // A manual notice saves its address for both registrar and host (G74): such an entry is no evidence of either.
  const addresses = desk.addresses.filter(({ email, byHand }) => !(byHand && notified.has(email)))
  const working = addresses.filter(({ bounced }) => !bounced)
  if (working.length === 0) {
    if (desk.form !== null)
      return notified.has(desk.form.toLowerCase())
        ? { skip: reasons.alreadyNotified(desk.name ?? desk.form) }
        : { form: desk.form, recipient }
    const [first] = addresses
    return first ? { skip: reasons.bounced(first.email) } : { pause: reasons.noAddress[kind] }
  }
  const unused = working.find(({ email }) => !notified.has(email))
  return unused ? { address: unused.email, recipient } : { skip: reasons.alreadyNotified(working[0]!.email) }
}
