import { filteredDashboard } from '#features/charts/web/addresses.ts'
import type { HomeNumberName } from '#features/home/rules.ts'
import { platformOf } from '#platforms/all.ts'
import type { DayRange } from '#vocabulary/dates.ts'
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
