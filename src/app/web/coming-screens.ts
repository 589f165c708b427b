import type { Screen } from '#kit/web/screen.ts'
import { clients, staffOnly, admins } from './audiences.ts'
import type { PlatformKey } from '#vocabulary/platform-names.ts'
import type { Role } from '#vocabulary/roles.ts'

/** Route, title and roles of the specification's screens that a feature has to provide, besides the dashboards. */
const planned: readonly [path: `/${string}`, title: string, access: readonly Role[], needs?: PlatformKey][] = [
  ['/client-dashboard', 'Dashboard', clients],
  ['/tmch-dashboard', 'TMCH', clients, 'tmch'],
  ['/trap-purchase-dashboard', 'Trap Purchase', clients, 'eCommerce'],
  ['/client-request-dashboard', 'Client Request', clients],
  ['/unique-seller-dashboard', 'Unique Seller', clients, 'eCommerce'],
  ['/data-upload', 'Upload Data', staffOnly],
  ['/edit-bulk-data', 'Edit Data', staffOnly],
  ['/enforcement', 'Enforcement', staffOnly],
  ['/bulk-enforcement', 'Bulk Enforcement', staffOnly],
  ['/domain-data-download', 'Domain Data Download', staffOnly],
  ['/check-duplicate', 'Duplicate Check', staffOnly],
  ['/bulk-data-download', 'Bulk Data Download', staffOnly],
  ['/tools', 'Quick Tools', staffOnly],
  ['/report-enforcement', 'Report Enforcement', staffOnly],
  ['/scrapper1', 'Scrapper 1', staffOnly],
  ['/scrapper2', 'Scrapper 2', staffOnly],
  ['/scrapper3', 'Scrapper 3', staffOnly],
  ['/scrapper4', 'Scrapper 4', staffOnly],
  ['/staging', 'Staging', staffOnly],
  ['/review', 'Review', staffOnly],
  ['/searched-domains', 'Searched Domains', staffOnly],
  ['/client-requests', 'Client Requests', staffOnly],
  ['/analyst-dashboard', 'Analyst Dashboard', admins],
  ['/users', 'Users', admins],
  ['/companies', 'Companies', admins],
  ['/brands', 'Brands', admins],
  ['/enforcement-configuration', 'Enforcement Configuration', admins],
  ['/white-label', 'White Label', admins],
  ['/tmch', 'TMCH', admins],
  ['/upload-purchase', 'Upload Purchase', admins],
  ['/logs', 'Log Search', admins],
  ['/domain-search', 'Schedule Domain Search', admins],
  ['/data-update-log', 'Data Logs', admins],
]

/** Placeholder for a screen until its feature lists one with the same path. */
export const comingScreens: readonly Screen[] = planned.map(([path, title, access, needs]) => ({
  path,
  title,
  access,
  ...(needs ? { needs } : {}),
  component: () => import('./Coming.tsx').then(({ comingWith }) => comingWith(title)),
}))
