import type { ChoiceName, ExportFormat, ExportRhythm } from '#features/exports/rules.ts'
import { countText } from '#vocabulary/numbers.ts'

const records = (n: number) => `${countText(n)} ${n === 1 ? 'record' : 'records'}`
const domains = (n: number) => `${countText(n)} ${n === 1 ? 'domain' : 'domains'}`

/** Texts of the Bulk Data Download and Domain Data Download screens. */
export const texts = {
  bulkTitle: 'Bulk Data Download',
  domainTitle: 'Domain Data Download',
  email: 'Email',
  dates: 'Date range',
  brand: 'Brand',
  brandHint: 'Choose brands',
  all: 'All',
  format: 'Format',
  formats: {
    xlsx: 'Excel (.xlsx), 25,000 records per file',
    csv: 'CSV, one file',
    parquet: 'Parquet, one file',
  } satisfies Record<ExportFormat, string>,
  choices: {
    reasonCode: 'Reason Code',
    seller: 'Seller',
    status: 'Status',
    actionDate: 'Last action Date',
  } satisfies Record<ChoiceName, string>,
  any: 'Any',
  fetch: 'Fetch Data',
  passwordTitle: 'Enter the password',
  passwordHint: 'Bulk downloads have a password of their own. An Admin can give it to you.',
  cancel: 'Cancel',
  confirmTitle: 'Confirm the download',
  records: 'Records',
  total: 'Total',
  accept: 'Accept',
  counting: 'Counting records …',
  repeatLabel: 'Repeat',
  rhythms: {
    never: 'Once only',
    daily: 'Every day, for the previous day',
    weekly: 'Every Monday, for the previous week',
    monthly: 'On the first of every month, for the previous month',
  } satisfies Record<ExportRhythm | 'never', string>,
  schedules: 'Repeating downloads',
  endSchedule: 'Stop repeating',
  endScheduleTitle: 'Stop repeating this download?',
  endScheduleText: 'Files that have already been created stay available.',
  scheduleOf: (company: string, brand: string, platform: string) => `${company}, ${brand}, ${platform}`,
  scheduledBy: (who: string, when: string) => `by ${who} since ${when}`,
  lastPeriod: (end: string) => `last for the period until ${end}`,
  failed: 'An error occurred',
  heads: {
    added: 'Date & Time added',
    username: 'Username',
    company: 'Company',
    brand: 'Brand',
    platform: 'Platform',
    dateRange: 'DateRange',
    records: 'No of Records',
    email: 'Email',
  },
  status: 'Status',
  actions: 'Actions',
  none: 'No downloads yet',
  noneBulkHint: 'Choose what to download and click “Fetch Data”. The links come by email and appear here.',
  noneDomainHint: 'Paste domains and click “Fetch Data”. The links come by email and appear here.',
  files: (n: number) => `${countText(n)} ${n === 1 ? 'file' : 'files'}`,
  showFiles: 'Show files',
  hideFiles: 'Hide files',
  file: (n: number) => records(n),
  download: 'Download again',
  filesGone: 'The files have been deleted. Repeat the download to get them again.',
  remove: 'Remove from the queue',
  stop: 'Cancel download',
  retry: 'Retry',
  repeat: "Repeat with today's range",
  repeated: 'The form is filled in with this download and today’s date.',
  domains: 'Domains',
  domainsHint: 'One domain per line, 5,000 at most. Addresses, upper case and Unicode names are understood.',
  upload: 'Upload .txt',
  badFile: 'Please upload a valid .txt file.',
  understood: (n: number, repeated: number) =>
    `${domains(n)} understood${repeated > 0 ? `, ${countText(repeated)} repeated` : ''}`,
  tooMany: (n: number) => `${domains(n)}: 5,000 at most`,
  unreadable: (n: number) =>
    `${countText(n)} ${n === 1 ? 'entry is not a domain' : 'entries are not domains'} and will be left out`,
  line: (n: number, text: string) => `Line ${countText(n)}: ${text}`,
  moreLines: (n: number) => `and ${countText(n)} more`,
  showDomains: 'Show how they were understood',
  reporting: 'Reporting dates of the findings',
} as const

/** Size of a file in kB or MB. */
export const sizeText = (bytes: number): string =>
  bytes < 1e6 ? `${Math.max(1, Math.round(bytes / 1e3))} kB` : `${(bytes / 1e6).toFixed(1)} MB`
