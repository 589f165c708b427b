/**
 * The kinds of harm a finding can be, each with its own notice text, requirements and report (`harms`, apart from here, so
 * that screens get the names without the texts).
 */
export const harmKinds = [
  'phishing',
  'malware',
  'false-shop',
  'counterfeit',
  'trademark',
  'trademark-in-domain',
  'copied-content',
  'piracy',
  'false-profile',
  'false-app',
  'registration-data',
  'price',
  'none',
] as const
export type HarmKind = (typeof harmKinds)[number]

/** What people call them. */
export const harmNames: Readonly<Record<HarmKind, string>> = {
  phishing: 'Phishing',
  malware: 'Malware',
  'false-shop': 'False shop',
  counterfeit: 'Counterfeit goods',
  trademark: 'Trademark or design',
  'trademark-in-domain': 'Trademark in the domain name',
  'copied-content': 'Copied pictures or text',
  piracy: 'Piracy',
  'false-profile': 'False profile',
  'false-app': 'False app',
  'registration-data': 'Registration data',
  price: 'Price, discount or distribution breach',
  none: 'No abuse',
}

/**
 * What a notice may need: a document that proves the authority to act, a mark or other right, the original work, a
 * picture, the address of the genuine site, and the person who signs for the rights owner.
 */
export const noticeNeeds = ['authority', 'right', 'work', 'evidence', 'ownSite', 'signer'] as const
export type NoticeNeed = (typeof noticeNeeds)[number]
