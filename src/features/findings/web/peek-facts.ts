import type { FindingPlatformDefinition } from '#platforms/platform.ts'

/** What a finding is about: shown first, in this order, where the platform has it; all else is folded. */
const first = [
  'reason',
  'reasonCode',
  'priority',
  'site',
  'platform',
  'store',
  'username',
  'advertiser',
  'developer',
  'price',
  'mrp',
  'registrar',
  'hosting',
  'ipAddress',
  'comparativeLink',
  'comparativePrice',
  'reportingDate',
]

/** The details of a platform in two groups: what a finding is about, and the others. The comment has its own place. */
export function factsOf(platform: FindingPlatformDefinition): { first: string[]; others: string[] } {
  const names = new Set([...platform.detailed, 'priority', 'reportingDate'])
  for (const name of ['videoUrl', 'clientComment', 'image', 'status', platform.identity]) names.delete(name)
  const known = [...names].filter((name) => name in platform.columns)
  return {
    first: first.filter((name) => known.includes(name)),
    others: known.filter((name) => !first.includes(name)),
  }
}
