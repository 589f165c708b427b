import { platformOf } from '#platforms/all.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'

/** The platform of findings of which each has this one; undefined when they have several, or there are none. */
export function onePlatform(values: Iterable<string>): FindingPlatformDefinition | undefined {
  const [first, ...others] = new Set(values)
  return first === undefined || others.length > 0 ? undefined : platformOf(first)
}
