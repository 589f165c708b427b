import { dashboardPath } from '#features/findings/web/dashboard-path.ts'
import { platforms } from '#platforms/all.ts'
import { markStatuses } from '#platforms/trademark.ts'
import type { Platform } from '#platforms/platform.ts'
import type { Role } from '#vocabulary/roles.ts'
import { purchaseStatuses, type StatusCode, statusDisplay } from '#vocabulary/statuses.ts'

/** Paths of each role's side menu, in the order of C-062, C-066, C-067 and G35. */
const analystListed = [
  '/data-upload',
  '/edit-bulk-data',
  '/enforcement',
  '/bulk-enforcement',
  '/domain-data-download',
  '/check-duplicate',
  '/bulk-data-download',
  '/tools',
  '/report-enforcement',
  '/scrapper1',
  '/scrapper2',
  '/scrapper3',
  '/scrapper4',
]
const adminListed = [
  '/analyst-dashboard',
  '/users',
  '/companies',
  '/brands',
  '/enforcement-configuration',
  '/white-label',
  '/tmch',
  '/upload-purchase',
  '/logs',
]
const afterListed = ['/staging', '/review', '/searched-domains']
/** Entries that the specification does not list come last. */
const ownListed = [
  '/my-work',
  '/workload',
  '/clusters',
  '/client-requests',
  '/next-steps',
  '/enforcement-proposals',
  '/enforcement-clock',
  '/enforcement-league',
  '/case-files',
]

export const menuOf: Readonly<Record<Role, readonly string[]>> = {
  Client: [
    '/client-dashboard',
    '/tmch-dashboard',
    ...platforms.map(dashboardPath),
    '/trap-purchase-dashboard',
    '/client-request-dashboard',
    '/unique-seller-dashboard',
    '/clusters',
    '/enforcement-clock',
  ],
  Analyst: [...analystListed, ...afterListed, ...ownListed],
  Admin: [
    ...analystListed,
    ...adminListed,
    ...afterListed,
    '/domain-search',
    ...ownListed,
    '/escalations',
    '/shared-hosts',
    '/abuse-contacts',
    '/report-forms',
  ],
}

/** Headings in a long menu, each before the entry with this path. */
export const headings: Readonly<Partial<Record<Role, Readonly<Record<string, string>>>>> = {
  Analyst: {
    '/data-upload': 'Findings',
    '/domain-data-download': 'Data and tools',
    '/scrapper1': 'Scrappers',
    '/staging': 'More',
    '/my-work': 'Follow-up',
  },
  Admin: {
    '/data-upload': 'Findings',
    '/domain-data-download': 'Data and tools',
    '/scrapper1': 'Scrappers',
    '/analyst-dashboard': 'Administration',
    '/staging': 'More',
    '/my-work': 'Follow-up',
  },
}

/** Menu names where they differ from the screen's title. */
export const menuNames: Readonly<Record<string, string>> = {
  '/client-dashboard': 'Dashboard',
  '/client-request-dashboard': 'Client Request',
  '/unique-seller-dashboard': 'Unique Seller',
  '/report-enforcement': 'Report Enforcement',
  '/enforcement': 'Enforcement',
  '/tmch-dashboard': 'TMCH',
  '/trap-purchase-dashboard': 'Trap Purchase',
}

/** One ready filter below a platform's menu entry: what the dashboard reads from its address. */
export type ReadyFilter = { name: string; search: Readonly<Record<string, string>> }

/** The collapsible submenu of a platform entry (C-065): every status of its list, in that order, and High priority. */
export const readyFilters: Readonly<Record<string, readonly ReadyFilter[]>> = {
  '/tmch-dashboard': markStatuses.map((status) => ({ name: status, search: { status } })),
  ...Object.fromEntries(platforms.map((platform) => [dashboardPath(platform), filtersOf(platform)])),
  '/trap-purchase-dashboard': purchaseStatuses.map(byStatus),
}

function filtersOf(platform: Platform): ReadyFilter[] {
  return [...platform.statuses.map(byStatus), { name: 'High priority', search: { priority: 'High' } }]
}

function byStatus(code: StatusCode): ReadyFilter {
  return { name: statusDisplay(code).name, search: { status: code } }
}
