import { scopeOfSearch } from '#features/brands/web/remembered-scope.ts'
import { platformOf } from '#platforms/all.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { emptyQuery, type SheetQuery } from './edit-query.ts'

type LinkedFinding = { company: { id: string }; brand: { id: string }; reportingDate: string; [name: string]: unknown }

/** The search parameters of Edit Data for one finding: its company, brand, platform and day, and what identifies it. */
export function searchOfFinding(platform: FindingPlatformDefinition, row: LinkedFinding): Record<string, string> {
  const only = row[platform.columns[platform.identity]!.responseName ?? platform.identity]
  return {
    company: row.company.id,
    brand: row.brand.id,
    platform: platform.value,
    day: row.reportingDate.slice(0, 10),
    ...(typeof only === 'string' && only !== '' ? { only } : {}),
  }
}

/** The rows that an address names; undefined where it names no company, brand, platform and day. */
export function queryOfSearch(search: Readonly<Record<string, unknown>>): SheetQuery | undefined {
  const { day, only } = search
  const scope = scopeOfSearch(search)
  const platform = platformOf(scope.platform ?? '')
  if (!platform || typeof day !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(day)) return undefined
  const filters = typeof only === 'string' && only !== '' ? { [platform.identity]: only } : {}
  return { ...emptyQuery, scope, reportingDate: day, filters }
}
