import { purchase, purchaseStatuses } from '#vocabulary/statuses.ts'
import { eCommerce } from './e-commerce.ts'
import type { Platform } from './platform.ts'

/** A view of e-commerce, not a platform: the findings whose status is one of the five purchase ones (G48). */
export const trapPurchase: Platform = {
  ...eCommerce,
  title: 'Trap Purchase',
  module: 'trap-purchase',
  path: 'trapPurchase',
  listed: ['image', 'title', 'site', 'username', 'price', 'reportingDate', 'priority', 'status'],
  sortedBy: ['title', 'site', 'username', 'price', 'reportingDate', 'priority', 'status'],
  filteredBy: ['site', 'reportingDate', 'url', 'title', 'price', 'reason', 'priority', 'status'],
  statuses: purchaseStatuses,
  statusByDefault: purchase,
  abilities: ['comment'],
  downloadFormats: ['excel'],
  downloadName: 'trap-purchase',
}
