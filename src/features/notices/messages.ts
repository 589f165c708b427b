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
    whitelisted: 'The target is on the white list',
  } satisfies Record<Lack, string>,
  /** The message, with the number of affected records when there are several. */
  lacking: (lack: Lack, records: number, of: number) =>
    of === 1 ? messages.lack[lack] : `${messages.lack[lack]} (${countText(records)} of ${countText(of)} records)`,
  reasonNotValid: 'Reason must be between 10 and 500 characters',
  onlyAdmin: 'Only an Admin may send an incomplete notice',
  platformNotValid: 'Platform is not valid',
} as const
