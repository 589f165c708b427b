/** The kinds of harm a finding can be, each with its own notice text, requirements and report (see harmOf). */
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
