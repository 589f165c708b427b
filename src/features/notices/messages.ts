import { countText } from '#vocabulary/numbers.ts'

/** What a notice may lack, in the order in which it is told. */
export const lacks = ['authority', 'right', 'evidence', 'ownSite', 'whitelisted'] as const
export type Lack = (typeof lacks)[number]

/** Every sentence of the notices feature that a person may read. */
export const messages = {
  lack: {
    authority: 'Authority document is missing: attach a power of attorney to the enforcement configuration',
    right: 'Mark or other right is missing: record a mark of the brand, or attach its certificate to the configuration',
    evidence: 'Evidence picture is missing',
    ownSite: "The brand's own site is not known: put it on the company's white list",
    whitelisted: 'The target is on the white list',
  } satisfies Record<Lack, string>,
  /** The sentence, with how many of several records it speaks of. */
  lacking: (lack: Lack, records: number, of: number) =>
    of === 1 ? messages.lack[lack] : `${messages.lack[lack]} (${countText(records)} of ${countText(of)} records)`,
  reasonNotValid: 'Reason must be between 10 and 500 characters',
  onlyAdmin: 'Only an Admin may send an incomplete notice',
  platformNotValid: 'Platform is not valid',
} as const
