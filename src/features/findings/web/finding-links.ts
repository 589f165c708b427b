import { conditionName, separator, wholeText } from '#columns/conditions.ts'
import { kindOf } from '#columns/kinds.ts'
import { conditionedNames, type FindingPlatformDefinition } from '#platforms/platform.ts'

/** Values that findings of one seller, host or registrar share, or that make them alike. */
export const linkedNames: readonly string[] = [
  'username',
  'storeId',
  'contactNumber',
  'emailAddress',
  'advertiser',
  'developerName',
  'org',
  'registrar',
  'hosting',
  'ipAddress',
  'domain',
  'site',
  'platform',
  'appStore',
  'tld',
  'reasonCode',
]

/** The filter of a list for all findings with exactly this value; undefined where none leads to them. */
export function filterOfAll(
  platform: FindingPlatformDefinition,
  name: string,
  value: string,
): Record<string, string> | undefined {
  if (value === '' || !linkedNames.includes(name) || !conditionedNames(platform).includes(name)) return undefined
  // Both separate the values of a filter.
  if (value.includes(separator)) return undefined
  if (kindOf(platform.columns[name]!.kind).search !== 'many') return { [conditionName(name, 'any')]: wholeText(value) }
  const isPlain = platform.filteredBy.includes(name) && !value.includes(',')
  return { [isPlain ? name : conditionName(name, 'any')]: value }
}
