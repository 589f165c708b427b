import { column, type Columns } from '#columns/column.ts'
import { eCommerce } from './e-commerce.ts'
import type { FindingPlatformDefinition } from './platform.ts'

const columns: Columns = {
  ...eCommerce.columns,
  storeId: column('Id', 'text', { max: 255 }),
  brand: { ...eCommerce.columns['brand']!, label: 'Brand Name' },
}

/** A view of e-commerce, not a platform: the findings of one seller (C-135, C-136, C-139). */
export const uniqueSeller = {
  ...eCommerce,
  columns,
  title: 'Unique Seller',
  listed: ['image', 'title', 'site', 'reportingDate', 'priority', 'status'],
  detailed: ['reason', 'reasonCode', 'title', 'site', 'price', 'mrp', 'priority', 'brand'],
  sortedBy: ['title', 'site', 'reportingDate', 'priority', 'status'],
  downloadName: 'unique-seller',
} as FindingPlatformDefinition

/** The seller block of an expanded row (C-140). */
export const sellerColumns: readonly string[] = ['username', 'sellerRating', 'storeId', 'address', 'city', 'country']
