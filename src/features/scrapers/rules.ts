import { rowsPerSheet } from '#columns/sheet.ts'
import type { FindingPlatform } from '#vocabulary/platform-names.ts'

/** Scrappers 1 and 2 read addresses into an import sheet, 3 and 4 refresh a sheet (G88). */
export const readLanes = ['1', '2'] as const
export const refreshLanes = ['3', '4'] as const
export type ReadLane = (typeof readLanes)[number]
export type RefreshLane = (typeof refreshLanes)[number]
export type Lane = ReadLane | RefreshLane

export const kindOfLane = {
  '1': 'scraper-1',
  '2': 'scraper-2',
  '3': 'scraper-3',
  '4': 'scraper-4',
} as const satisfies Record<Lane, string>

/** Most rows of one job: what one sheet of Upload Data takes (G68). */
export const maxRows = rowsPerSheet

/** The largest workbook of scrappers 3 and 4, in bytes (S-174). */
export const maxSheetBytes = 5 * 1024 * 1024

/** Most characters of an address, and of a file's name as typed (G89, G107). */
export const maxAddressLength = 2048
export const maxNameLength = 100

/** The platforms whose sheets can be refreshed (S-175). */
export const refreshPlatforms = ['e-commerce', 'social-media'] as const satisfies readonly FindingPlatform[]
export type RefreshPlatform = (typeof refreshPlatforms)[number]

/** Extensions of a list of addresses (G88). */
export const listExtensions = ['txt', 'csv', 'xlsx', 'xls'] as const

/** Columns that a refreshed sheet gets at its end, unless it has them already (G88). */
export const addedColumns = ['online', 'checkedAt', 'note'] as const

/** The last column of a refreshed sheet that has the failed rows of another only: the row of each in the uploaded one. */
export const rowColumn = 'row'

/** The columns that a visit refreshes (G88). */
export const refreshedColumns = {
  'e-commerce': ['price', 'mrp', 'discountPercentage', 'Rating', 'username', 'pid', 'lid'],
  'social-media': [
    'LikesCount',
    'CommentsCount',
    'SharedCount',
    'Follower/SubscriberCount',
    'LastPostDate',
    'LastPostComments',
    'LastPostLikes',
    'LastPostShare',
    'LastPostCount',
  ],
} as const satisfies Record<RefreshPlatform, readonly string[]>
