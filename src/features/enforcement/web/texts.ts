import type { Progress } from './MailProgress.tsx'
import { countText } from '#vocabulary/numbers.ts'

/** What the enforcement screens say. */
export const texts = {
  title: 'Enforcement',
  fetch: 'Fetch Data',
  upload: 'Upload Enforcement',
  choose: 'Choose company, brand and platform',
  chooseHint: 'Then “Fetch Data” lists the findings with what was done about each.',
  nothing: 'No records found',
  nothingHint: 'Nothing matches these filters. Take some away, or choose another day.',
  selected: (n: number) => `${countText(n)} ${n === 1 ? 'record' : 'records'} selected`,
  bulk: 'Bulk enforcement',
  bulkMail: 'Bulk EmailSender',
  add: 'Add Enforcement',
  data: 'Enforcement Data',
  bounced: (address: string) => `${address} (mail came back)`,
  overridden: (reason: string) => `Sent incomplete: ${reason}`,
  noData: 'Nothing was done about this finding yet.',
  other: 'Other (Enter manually)',
  notFound: 'Resource not found.',
  wentWrong: 'Something went wrong.',
  serverError: 'Internal Server Error',
  progress: ({ total, sent, failed, unknown }: Progress) =>
    [
      `${countText(sent)} of ${countText(total)} enforcement mails sent`,
      failed > 0 ? `${countText(failed)} failed` : '',
      unknown > 0 ? `${countText(unknown)} unknown` : '',
    ]
      .filter(Boolean)
      .join(', '),
  mail: { waiting: 'Mail is on its way', sent: 'Mail sent', failed: 'Mail failed', unknown: 'Unknown whether it left' },
  bulkTitle: 'Bulk Enforcement',
  layout: (withHost: boolean, key: string) =>
    `First row: header. Then one row a finding: ${key}, status${withHost ? ', registrar, ip address, hosting' : ''}, action taken.`,
  pleaseExcel: 'Please upload excel file',
  noExcel: 'No excel file found.',
  rowsRead: (n: number, file: string) => `${countText(n)} ${n === 1 ? 'row' : 'rows'} read from ${file}`,
  uploadLayout: (key: string) => `Columns: ${key}, registrar, ip address, hosting, action taken, date, status.`,
} as const

/** How long validation and upload messages stay on staff screens (S-289). */
export const messageMilliseconds = 3000
