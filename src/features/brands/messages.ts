import { platformNames } from '#vocabulary/platform-names.ts'

/** Messages about brands (A-070, G101, G102, G107). */
export const brandMessages = {
  saved: 'Brand saved successfully',
  updated: 'Brand updated successfully',
  deleted: 'Brand deleted successfully',
  hasRecords: 'Brand has records and cannot be deleted. Disable it instead.',
  platformRemoved: 'Platform removed successfully',
  lastPlatform: 'The last platform of a brand cannot be removed.',
  companyFixed: 'Company cannot be changed: the brand has records',
  /** Of a call that names a brand and a platform which the brand does not have. */
  platformMissing: 'The brand does not have this platform',
  noPlatformChosen: 'please select platform',
  platformTwice: 'platform added already',
} as const

/** The fields of a brand whose changes the data log names, with their labels; a platform is a field by its key. */
export const brandLabels = {
  company: 'Company',
  brandName: 'Brand name',
  searchTerm: 'Search term',
  category: 'Category',
  status: 'Status',
  ...Object.fromEntries(platformNames.map(({ key, title }) => [key, `Platform ${title}`])),
  marks: 'Registered marks',
  works: 'Original works',
}
