import { column, required, type Columns } from '#columns/column.ts'
import { purchase, purchaseStatuses } from '#vocabulary/statuses.ts'
import { eCommerce } from './e-commerce.ts'
import type { FindingPlatformDefinition } from './platform.ts'

/** A view of e-commerce, not a platform: the findings whose status is one of the five purchase ones (G48). */
export const trapPurchase = {
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
} as FindingPlatformDefinition

/** The details of the purchase itself (C-157), in the order of the form; database columns are named after these. */
export const purchaseColumns = {
  sellerName: required(column('Seller Name', 'text', { max: 150 })),
  sellerAddress: column('Seller Address', 'text', { max: 500 }),
  sellerCity: column('Seller City', 'text', { max: 60 }),
  sellerState: column('Seller State', 'text', { max: 60 }),
  sellerCountry: column('Seller Country', 'text', { max: 60 }),
  purchasedOn: column('Purchased On', 'day'),
  orderNumber: column('Order Number', 'text', { max: 60 }),
  fault: column('What Was Wrong', 'text', { max: 1000 }),
  pricePaid: column('Price Paid', 'money'),
  pan: column('PAN', 'text', { max: 10 }),
  invoice: column('Invoice', 'text', { max: 50 }),
  gstNumber: column('GST Number', 'text', { max: 15 }),
  productNote: column('Note', 'text', { max: 2000 }),
} satisfies Columns

export type PurchaseColumn = keyof typeof purchaseColumns

/** Whether a finding with this status is a trap purchase. */
export const isPurchaseStatus = (status: string): boolean => (purchaseStatuses as readonly string[]).includes(status)
