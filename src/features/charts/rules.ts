import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import type { Parts, PlatformNumbers } from './contract.ts'

/** The numbers of a platform's value chart; undefined where it has none. */
export function valuesIn(platform: FindingPlatformDefinition, numbers: PlatformNumbers): Parts | undefined {
  const { valueChart } = platform
  return valueChart && ((numbers as Readonly<Record<string, unknown>>)[valueChart.field] as Parts | undefined)
}
