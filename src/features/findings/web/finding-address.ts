import { platformOf } from '#platforms/all.ts'
import type { Role } from '#vocabulary/roles.ts'
import { dashboardPath } from './dashboard-path.ts'

/** What leads to a finding; `platform` is its stored value. */
export type FindingRef = { id: string; platform: string; companyId: string; brandId: string; reportingDate: string }

/** The list of the day and platform of a finding, with the finding open beside it. */
export function addressOfFinding(role: Role | undefined, finding: FindingRef): string {
  const { id, platform, companyId, brandId, reportingDate: day } = finding
  if (role !== 'Client')
    return `/enforcement?${new URLSearchParams({ company: companyId, brand: brandId, platform, reportingDate: day, peek: id }).toString()}`
  // With an order the remembered filters of the dashboard are left out.
  const shown = { sortBy: 'reportingDate', sortOrder: 'desc', peek: id, startDate: day, endDate: day }
  return `${dashboardPath(platformOf(platform)!)}?${new URLSearchParams(shown).toString()}`
}
