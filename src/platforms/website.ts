import { column, required } from '#columns/column.ts'
import { standardStatuses } from '#vocabulary/statuses.ts'
import { commonColumns } from './common-columns.ts'
import { definePlatform } from './platform.ts'

export const website = definePlatform({
  key: 'website',
  model: 'Website',
  table: 'findings_website',
  columns: {
    ...commonColumns,
    url: required(column('URL', 'link', { max: 2048 })),
    // Text, not a domain name: many reported pages are on a bare IP address.
    domain: column('Domain', 'text', { max: 253 }),
    advertiser: column('Advertiser', 'text'),
    ipAddress: column('IP Address', 'text', { max: 255, holds: 'ips' }),
    registrar: column('Registrar', 'text'),
    hosting: column('Hosting', 'text'),
  },
  identity: 'url',
  imported: [
    'image',
    'url',
    'domain',
    'dateAdded',
    'priority',
    'status',
    'advertiser',
    'ipAddress',
    'reason',
    'reasonCode',
    'brand',
    'employeeCode',
  ],
  reasonCodePosition: 10,
  listed: ['image', 'url', 'domain', 'reportingDate', 'reasonCode', 'priority', 'status'],
  detailed: ['url', 'domain', 'reason', 'reasonCode', 'advertiser', 'ipAddress', 'dateAdded', 'brand'],
  sortedBy: ['url', 'domain', 'reportingDate', 'reasonCode', 'priority', 'status'],
  filteredBy: ['url', 'reportingDate', 'priority', 'status', 'reasonCode'],
  downloaded: ['image', 'url', 'domain', 'dateAdded', 'priority', 'status'],
  statuses: standardStatuses,
  offeredBy: 'advertiser',
  enforcedWith: ['registrar', 'ipAddress', 'hosting'],
  abilities: ['import', 'edit', 'approve', 'comment', 'enforce', 'mail', 'form'],
  pageSizes: [10, 20, 50, 100, 20000],
  scrolling: 'next-20',
  downloadFormats: ['csv', 'excel'],
  downloadPatience: 30,
  commentSaved: 'Comment updated successfully.',
  shownInRequests: { url: 'url' },
  pickRank: 1,
})
