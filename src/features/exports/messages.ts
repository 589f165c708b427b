import { requesterGone } from '#features/sessions/messages.ts'
import { countText } from '#vocabulary/numbers.ts'
import { maxDomains, maxDomainText, maxSchedules, maxWaiting } from './rules.ts'

/** The user-visible messages of bulk and domain data downloads. */
export const messages = {
  queued: 'The download is queued. You will get an email with the links.',
  noRecords: 'No records found!',
  tooManyWaiting: `You already have ${maxWaiting} downloads waiting`,
  alreadyProcessing: 'Record is already being processed',
  notRunning: 'Record is not being processed',
  notFailed: 'Only a failed download can be repeated',
  notReady: 'This download is not ready yet',
  notStored: 'The files of this download have been deleted. Please request it again.',
  notYours: 'Only the person who requested this download, or an Admin, can do this',
  scheduled: 'The download is queued and will be repeated. You will get emails with the links.',
  tooManySchedules: `You already have ${maxSchedules} repeating downloads`,
  scheduleRemoved: 'The download will not be repeated',
  deleted: 'The download has been removed from the queue',
  cancelled: (by: string) => `Cancelled by ${by}`,
  cancelDone: 'The download has been cancelled',
  retried: 'The download is queued again',
  notMade: 'The files could not be created.',
  requesterGone,
  brandsNotValid: 'Brand is not valid',
  domainCount: `Enter between 1 and ${countText(maxDomains)} domains`,
  noDomain: 'None of the lines is a domain',
  textTooLong: `The text is longer than ${countText(maxDomainText)} characters`,
} as const

/** Texts in the files themselves. */
export const sheetTexts = {
  domains: 'Domains',
  notFound: 'Not found',
  domain: 'domain',
  remark: 'remark',
  unknown: 'Unknown',
  whiteListed: (company: string) => `White-listed: ${company}`,
  outside: (company: string, brand: string, day: string) => `Outside the dates: ${company}, ${brand}, ${day}`,
} as const
