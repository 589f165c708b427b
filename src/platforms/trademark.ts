import { column, common, required, type Columns } from '#columns/column.ts'

/** Value lists of trademark-clearinghouse marks (G103). */
export const markTypes = ['Registered Trademark', 'Court Validated', 'Statute or Treaty'] as const
export const markStatuses = ['New', 'Verified', 'Incorrect', 'Corrected', 'Invalid', 'Deactivated', 'Expired'] as const
export const sunriseFlags = ['Yes', 'No'] as const

const columns = {
  markName: required(column('Mark Name', 'text', { max: 255 })),
  markType: required(column('Mark Type', 'choice')),
  status: required(column('Status', 'choice')),
  reportingDate: required(common(column('Reporting Date', 'day'))),
  startDate: required(column('Start Date', 'day')),
  expiryDate: required(column('Expiry Date', 'day')),
  sunriseFlag: required(column('Sunrise Flag', 'choice')),
  notifications: column('Notifications', 'count'),
} satisfies Columns

type Name = keyof typeof columns

/**
 * Marks in the trademark clearinghouse (key tmch). They are not findings: no identity, no enforcement, statuses of
 * their own. Their table, filters and download use the same column definitions.
 */
export const trademark = {
  key: 'tmch',
  value: 'tmch',
  path: 'tmch',
  title: 'TMCH',
  module: 'tmch',
  flag: 'tmch',
  model: 'TMCH',
  table: 'trademarks',
  columns,
  listed: ['markName', 'markType', 'status', 'reportingDate', 'startDate', 'expiryDate'] satisfies Name[],
  detailed: [
    'markName',
    'markType',
    'status',
    'startDate',
    'expiryDate',
    'sunriseFlag',
    'notifications',
  ] satisfies Name[],
  sortedBy: ['markName', 'markType', 'status', 'reportingDate', 'startDate', 'expiryDate'] satisfies Name[],
  filteredBy: ['markName', 'markType', 'status', 'reportingDate'] satisfies Name[],
  downloaded: [
    'markName',
    'markType',
    'status',
    'reportingDate',
    'startDate',
    'expiryDate',
    'sunriseFlag',
    'notifications',
  ] satisfies Name[],
  pageSizes: [10, 20, 50],
  scrolling: 'next-page',
  downloadFormats: ['excel'],
  downloadName: 'tmch',
  downloadPatience: 30,
} as const
