import { filteredDashboard } from '#features/charts/web/addresses.ts'
import type { HomeNumberName } from '#features/home/rules.ts'
import { platformOf } from '#platforms/all.ts'
import type { DayRange } from '#vocabulary/dates.ts'
import type { Role } from '#vocabulary/roles.ts'
import { approved, success } from '#vocabulary/statuses.ts'

/** Where the rows of a number are listed; undefined: each platform has its own list. */
export function addressOf(name: HomeNumberName): string | undefined {
  return oneList[name]
}

const oneList: Readonly<Partial<Record<HomeNumberName, string>>> = {
  withoutData: '/home/companies?of=without-data',
  withoutSigner: '/home/companies?of=without-signer',
  failedJobs: '/home/failed-jobs',
  overduePeople: '/workload?overdue=true',
  overdue: '/my-work?overdue=true',
  dueToday: '/my-work?due=today',
  assigned: '/my-work',
  answered: '/home/answers?kind=reply',
  bounced: '/home/answers?kind=bounce',
  proposals: '/enforcement-proposals',
  takenDown: '/home/taken-down',
}

/** The list of a platform's part of a number: it has as many rows. */
export function addressOfPart(name: HomeNumberName, platform: string, trend: DayRange): string {
  if (name === 'approved') return `/enforcement?platform=${platform}&status=${approved}`
  if (name === 'unassigned') return `/enforcement?platform=${platform}&status=${approved}&assigned=nobody`
  // With an order the remembered filters of the dashboard are left out.
  const order = { sortBy: 'reportingDate', sortOrder: 'desc' }
  const key = platformOf(platform)!.key
  return filteredDashboard(key, trend, { ...order, ...(name === 'foundDown' ? { status: success } : {}) })
}

type FindingRef = { id: string; platform: string; companyId: string; brandId: string; reportingDate: string }

/** The list of the day and platform of a finding, with the finding open beside it. */
export function addressOfFinding(role: Role | undefined, finding: FindingRef): string {
  const { id, platform, companyId, brandId, reportingDate: day } = finding
  if (role !== 'Client')
    return `/enforcement?${new URLSearchParams({ company: companyId, brand: brandId, platform, reportingDate: day, peek: id }).toString()}`
  const key = platformOf(platform)!.key
  return filteredDashboard(
    key,
    { startDate: day, endDate: day },
    { sortBy: 'reportingDate', sortOrder: 'desc', peek: id },
  )
}
