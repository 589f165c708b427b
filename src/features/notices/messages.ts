import { countText } from '#vocabulary/numbers.ts'
import type { Lack } from './rules.ts'

/** The user-visible messages of the notices feature. */
export const messages = {
  lack: {
    authority: 'Authority document is missing: attach a power of attorney to the enforcement configuration',
    right:
      'Trademark or other right is missing: add a trademark of the brand, or attach its certificate to the configuration',
    evidence: 'Evidence image is missing',
    ownSite: "The brand's own website is not known: add it to the company's white list",
    signer: 'The signer of notices is not known: add name, email and phone to the company',
    whitelisted: 'The target is on the white list',
    instrument:
      'No registrar or host acts on this by email: there is no DNS abuse. Use the filing sheet for UDRP or URS, or write to the host about the content',
    noAbuse: 'This is no abuse, so no notice is sent',
  } satisfies Record<Lack, string>,
  /** The message, with the number of affected records when there are several. */
  lacking: (lack: Lack, records: number, of: number) =>
    of === 1 ? messages.lack[lack] : `${messages.lack[lack]} (${countText(records)} of ${countText(of)} records)`,
  /** Why no notice is sent about findings of this kind, and who could be asked. */
  noAbuse: (kind: string, goesTo: string) =>
    `${kind} is no abuse that a registrar or host acts on, so no notice is sent. It could go to ${goesTo}.`,
  reasonNotValid: 'Reason must be between 10 and 500 characters',
  onlyAdmin: 'Only an Admin may send an incomplete notice',
  platformNotValid: 'Platform is not valid',
} as const
