import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import type { Day } from '#vocabulary/dates.ts'
import type { Role } from '#vocabulary/roles.ts'
import { dashboardPath } from './dashboard-path.ts'
import { anyDate } from './dashboard-view.ts'
import { filterOfAll } from './finding-links.ts'
import type { Finding } from './finding.ts'

/** Leads from a value of a finding to all findings with it; undefined where no list can be filtered by it. */
export type LinkOf = (name: string, value: string, row: Finding) => ValueLink | undefined

export type ValueLink = {
  to: string
  search: Record<string, string>
  /** The company that a Client selects by it, with all of its brands; the selected one without it. */
  company?: string
}

/** Before the names of filters in the address of Enforcement. */
export const searchPrefix = 'in.'

type Shared = { name: string; value: string }

/** Where staff see all findings of a company and brand, or of all, with this value: in Enforcement. */
export function enforcementOfAll(
  platform: FindingPlatformDefinition,
  { name, value }: Shared,
  scope: Readonly<Record<string, string>>,
): ValueLink | undefined {
  const filter = filterOfAll(platform, name, value)
  if (!filter) return undefined
  const filters = Object.entries(filter).map(([key, text]) => [searchPrefix + key, text] as const)
  return { to: '/enforcement', search: { ...scope, platform: platform.value, ...Object.fromEntries(filters) } }
}

/** Links beside the list of another feature: to Enforcement, and for a Client to the dashboard, whatever the date. */
export const linksFrom =
  (role: Role | undefined, platform: FindingPlatformDefinition, today: Day): LinkOf =>
  (name, value, row) => {
    const { company, brand } = row
    if (role !== 'Client') return enforcementOfAll(platform, { name, value }, { company: company.id, brand: brand.id })
    const filter = filterOfAll(platform, name, value)
    return filter && { to: dashboardPath(platform), search: { ...filter, ...anyDate(today) }, company: company.id }
  }

/** Links beside a dashboard: to its own list, whatever the date. */
export const linksWithin =
  (platform: FindingPlatformDefinition, today: Day): LinkOf =>
  (name, value) => {
    const filter = filterOfAll(platform, name, value)
    return filter && { to: '.', search: { ...filter, ...anyDate(today) } }
  }
