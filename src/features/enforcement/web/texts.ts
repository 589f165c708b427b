import { resourceNotFound } from '#kit/contract/not-found.ts'
import type { Progress } from './MailProgress.tsx'
import { countText } from '#vocabulary/numbers.ts'

/** The texts of the enforcement screens. */
export const texts = {
  title: 'Enforcement',
  fetch: 'Fetch Data',
  upload: 'Upload Enforcement',
  choose: 'Choose company, brand and platform',
  chooseHint: 'Then “Fetch Data” lists the findings with their enforcement records.',
  ofSaved: 'Showing the findings of one upload or edit.',
  allRecords: 'Show all findings',
  noRecords: 'No records found',
  noRecordsHint: 'Nothing matches these filters. Remove some, or choose another day.',
  selected: (n: number) => `${countText(n)} ${n === 1 ? 'record' : 'records'} selected`,
  bulk: 'Bulk enforcement',
  bulkMail: 'Bulk EmailSender',
  add: 'Add Enforcement',
  data: 'Enforcement Data',
  bounced: (address: string) => `${address} (bounced)`,
  overridden: (reason: string) => `Sent incomplete: ${reason}`,
  noData: 'No action yet',
  other: 'Other (Enter manually)',
  notFound: resourceNotFound,
  wentWrong: 'Something went wrong.',
  serverError: 'Internal Server Error',
  progress: ({ total, sent, failed, unknown }: Progress) =>
    [
      `${countText(sent)} of ${countText(total)} enforcement emails sent`,
      failed > 0 ? `${countText(failed)} failed` : '',
      unknown > 0 ? `${countText(unknown)} unknown` : '',
    ]
      .filter(Boolean)
      .join(', '),
  mail: { waiting: 'Sending email', sent: 'Email sent', failed: 'Email failed', unknown: 'Delivery unknown' },
  bulkTitle: 'Bulk Enforcement',
  layout: (withHost: boolean, key: string) =>
    `First row: header. Then one row per finding: ${key}, status${withHost ? ', registrar, ip address, hosting' : ''}, action taken.`,
  pleaseExcel: 'Please upload excel file',
  noExcel: 'No excel file found.',
  rowsRead: (n: number, file: string) => `${countText(n)} ${n === 1 ? 'row' : 'rows'} read from ${file}`,
  uploadLayout: (key: string) => `Columns: ${key}, registrar, ip address, hosting, action taken, date, status.`,
} as const

/** How long validation and upload messages are shown on staff screens, in milliseconds (S-289). */
export const messageMilliseconds = 3000
