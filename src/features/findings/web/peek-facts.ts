import { platforms } from '#platforms/all.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'

/** What a finding is about: shown first, in this order, where the platform has it; all else is folded. */
export const firstFacts = [
  'reason',
  ...platforms.flatMap(({ offeredBy }) => offeredBy ?? []),
  'site',
  'platform',
  'appStore',
  'price',
  'mrp',
  'comparativePrice',
  'registrar',
  'hosting',
  'ipAddress',
  'reasonCode',
  'priority',
  'reportingDate',
  'comparativeLink',
]

/** The details of a platform in two groups: what a finding is about, and the others. The comment has its own place. */
export function factsOf(platform: FindingPlatformDefinition): { first: string[]; others: string[] } {
  const names = new Set([...platform.detailed, ...platform.enforcedWith, 'priority', 'reportingDate'])
  for (const name of ['videoUrl', 'clientComment', 'image', 'status', platform.identity]) names.delete(name)
  const known = [...names].filter((name) => name in platform.columns)
  return {
    first: [...new Set(firstFacts)].filter((name) => known.includes(name)),
    others: known.filter((name) => !firstFacts.includes(name)),
  }
}
