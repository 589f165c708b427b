import { counted, countText } from '#vocabulary/numbers.ts'
import type { HostField } from './rules.ts'

const moreNotValid = (n: number) => `${countText(n)} more ${n === 1 ? 'row is' : 'rows are'} not valid`

/** The user-visible messages of the enforcement feature. */
export const messages = {
  saved: 'Enforcement saved successfully',
  savedMany: (n: number) =>
    n === 1 ? '1 enforcement saved successfully' : `${countText(n)} enforcements saved successfully`,
  onItsWay: 'Enforcement email is being sent',
  onTheirWay: (queued: number, skipped: number) =>
    `${countText(queued)} enforcement ${queued === 1 ? 'email is' : 'emails are'} being sent` +
    (skipped === 0 ? '' : `, ${counted(skipped, 'was', 'were')} already sent`),
  inLists: (findings: number, emails: number, skipped: number) =>
    `${countText(findings)} notices are being sent in ${counted(emails, 'email')}` +
    (skipped === 0 ? '' : `, ${counted(skipped, 'was', 'were')} already sent`),
  differs: (label: string, own: string, registry: string) => `${label} is “${own}”, the registry says “${registry}”`,
  sharedRegistrar: (registrar: string, platform: string) =>
    `The registrar “${registrar}” is that of the platform${platform ? ` ${platform}` : ''}, so the platform’s own desk is contacted`,
  inTwoGroups: 'A record is in two groups',
  /** A value that these records lack: the first address, and how many more. */
  missingOf: (field: HostField, addresses: readonly string[]) =>
    `${{ registrar: 'Registrar', ipAddress: 'IP address', hosting: 'Hosting' }[field]} is required for ${addresses[0]}` +
    (addresses.length > 1 ? ` and ${countText(addresses.length - 1)} more` : ''),
  approvedOtherwise: (before: string, now: string, day: string) =>
    `Approved as “${before}” on ${day}, reported as “${now}”`,
  rowNotApproved: 'Not approved by the client',
  recalled: (n: number) => (n === 1 ? 'The email was recalled' : `${countText(n)} emails were recalled`),
  someLeft: (n: number) => `${countText(n)} had already left`,
  tooLate: 'Too late: the email has already left.',
  notSent: (reason: string) => `Not sent: ${reason}`,
  senderGone: 'the sender no longer has access',
  companyGone: 'the company was deleted',
  brandGone: 'the brand was deleted',
  brandDisabled: 'the brand is disabled',
  platformGone: 'the brand no longer has this platform',
  findingGone: 'the finding was deleted',
  oneFindingGone: 'one of its findings was deleted',
  notApproved: 'the client has not approved the finding',
  oneNotApproved: 'the client has not approved one of its findings',
  /** Who the logs say returned the findings of notices that were not sent, and why. */
  delivery: 'Email delivery',
  reasonNotSent: 'Notice not sent',
  alreadySubmitted: 'This report through the form is already recorded. See Enforcement Data.',
  takesFormOnly: (name: string, form: string) =>
    `${name} does not act on email about this, only on its web form: ${form}`,
  formNotKnown: 'No desk of this finding has this form',
  alreadySent: 'This enforcement email was already sent. See Enforcement Data.',
  noConfiguration: 'Enforcement configuration not found.',
  emailNotValid: 'Abuse email is not valid',
  emailRequired: 'Abuse email is required',
  bulkSaved: (updated: number, skipped: number) => `${updated} records updated, ${skipped} rows skipped`,
  uploaded: 'Data Saved Successfully',
  fileRequired: 'File is required',
  fileTooLarge: 'File must not be larger than 5 MB',
  pleaseExcel: 'Please upload excel file',
  noExcel: 'No excel file found.',
  noKey: 'Key is missing',
  unknownKey: 'Not among the findings of this brand',
  repeated: 'Repeated further down',
  /** The invalid rows of an upload: the first three by number, then how many more. */
  rowsNotValid: (rows: readonly { row: number; reason: string }[]) =>
    `${rows
      .slice(0, 3)
      .map(({ row, reason }) => `Row ${row}: ${reason}`)
      .join('. ')}${rows.length > 3 ? `. ${moreNotValid(rows.length - 3)}` : ''}`,
  dateOutOfRange: 'Date must be between 01/01/2018 and today',
  statusNotValid: 'Status is not valid',
  platformNotValid: 'Platform is not valid',
  twoOrMore: 'Record ids must contain two or more ids',
  filtersNotValid: 'Filters are not valid',
} as const

/** What desks ask in their web forms. */
export const sheetFields = {
  category: 'Category',
  address: 'Reported address',
  leadsTo: 'Leads to',
  domain: 'Domain',
  ipAddress: 'IP address',
  hosting: 'Host',
  registrar: 'Registrar',
  seen: 'Last seen',
  brand: 'Brand',
  company: 'Company',
  ownSite: 'Genuine site',
  mark: 'Trademark',
  markNumber: 'Registration number',
  office: 'Trademark office',
  country: 'Country of registration',
  classes: 'Classes',
  register: 'Register',
  works: 'Original works',
  message: 'Message that leads there',
  genuine: 'Genuine article',
  purchase: 'Test purchase',
  orderNumber: 'Order number',
  problem: 'What is wrong',
  reason: 'Reason',
  name: 'Your name',
  email: 'Your email',
  phone: 'Your phone',
  postalAddress: 'Postal address',
  subject: 'Subject',
  description: 'Description',
  statements: 'Statements',
} as const
