import { column, required } from '#columns/column.ts'
import { standardStatuses } from '#vocabulary/statuses.ts'
import { commonColumns } from './common-columns.ts'
import { definePlatform } from './platform.ts'

export const appStore = definePlatform({
  key: 'appStore',
  title: 'App Store',
  model: 'AppStore',
  table: 'findings_app_store',
  columns: {
    ...commonColumns,
    appName: required(column('App Name', 'text', { max: 500 })),
    appStore: column('App Store', 'choice', { max: 100 }),
    url: required(column('URL', 'link', { max: 2048 })),
    developerName: column('Developer Name', 'text'),
    latestPublishDate: column('Latest Publish Date', 'day'),
    // Stores write '10 000 000+': a text, not a count.
    numberOfDownload: column('Number Of Downloads', 'text', { max: 60 }),
    version: column('Version', 'text', { max: 100 }),
    price: column('Price', 'money'),
    storeVersion: column('Store Version', 'text', { max: 100 }),
    reviews: column('Reviews', 'count'),
    ratings: column('Ratings', 'score'),
    website: column('Website', 'text', { max: 2048 }),
    address: column('Address', 'text'),
    numberOfApps: column('Number Of Apps', 'count'),
  },
  identity: 'url',
  imported: ['image', 'appName', 'appStore', 'dateAdded', 'url', 'developerName', 'latestPublishDate', 'numberOfDownload', 'version', 'status', 'reason', 'reasonCode', 'priority', 'price', 'brand', 'employeeCode'],
  importedIfNamed: ['storeVersion', 'reviews', 'ratings', 'website', 'address', 'numberOfApps'],
  reasonCodePosition: 12,
  listed: ['image', 'appName', 'appStore', 'developerName', 'price', 'reportingDate', 'reasonCode', 'priority', 'status'],
  detailed: ['appName', 'appStore', 'url', 'reason', 'reasonCode', 'developerName', 'latestPublishDate', 'numberOfDownload', 'version', 'storeVersion', 'price', 'reviews', 'ratings', 'website', 'address', 'numberOfApps', 'dateAdded', 'brand'],
  sortedBy: ['appName', 'appStore', 'developerName', 'price', 'reportingDate', 'reasonCode', 'priority', 'status'],
  filteredBy: ['appName', 'appStore', 'url', 'reportingDate', 'developerName', 'latestPublishedDate', 'price', 'priority', 'status', 'reasonCode'],
  filterAliases: { latestPublishedDate: 'latestPublishDate' },
  downloaded: ['image', 'appName', 'appStore', 'dateAdded', 'url', 'developerName', 'latestPublishDate', 'status', 'priority', 'price'],
  statuses: standardStatuses,
  enforcedWith: [],
  abilities: ['import', 'edit', 'approve', 'comment', 'enforce'],
  pageSizes: [10, 20, 50, 100, 20000],
  scrolling: 'visible-plus-20',
  downloadFormats: ['csv', 'excel'],
  downloadPatience: 30,
  commentSaved: 'Comment updated successfully.',
})
