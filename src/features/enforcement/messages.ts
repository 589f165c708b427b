import { countText } from '#vocabulary/numbers.ts'

/** Every sentence of the enforcement feature that a person may read. */
export const messages = {
  saved: 'Enforcement saved successfully',
  savedMany: (n: number) =>
    n === 1 ? '1 enforcement saved successfully' : `${countText(n)} enforcements saved successfully`,
  onItsWay: 'Enforcement mail is on its way',
  onTheirWay: (queued: number, skipped: number) =>
    `${countText(queued)} enforcement ${queued === 1 ? 'mail is' : 'mails are'} on the way` +
    (skipped === 0 ? '' : `, ${countText(skipped)} ${skipped === 1 ? 'was' : 'were'} sent before`),
  alreadySent: 'This enforcement mail was already sent. See Enforcement Data.',
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
  /** Rows of an upload that cannot be saved, the first of them by name. */
  rowsNotValid: (rows: readonly { row: number; reason: string }[]) =>
    `${rows
      .slice(0, 3)
      .map(({ row, reason }) => `Row ${row}: ${reason}`)
      .join('. ')}${rows.length > 3 ? `. ${countText(rows.length - 3)} more rows are wrong` : ''}`,
  dateOutOfRange: 'Date must be between 01/01/2018 and today',
  statusNotValid: 'Status is not valid',
  platformNotValid: 'Platform is not valid',
  twoOrMore: 'Record ids must name two or more records',
  filtersNotValid: 'Filters is not valid',
} as const

/** What may have been done about a finding (G73); spreadsheets may carry other words. */
export const actionsTaken = [
  'Abuse E-mail Sent',
  'Reminder Sent',
  'Platform Form Submitted',
  'Trademark Complaint Filed',
  'DMCA Notice Sent',
  'Cease and Desist Sent',
  'Registrar Complaint Filed',
  'Hosting Complaint Filed',
  'UDRP Filed',
  'Legal Notice Sent',
  'Listing Removed',
  'Account Suspended',
  'Domain Suspended',
  'No Response',
  'Other',
] as const

/** What a record says when its mail was sent by the bulk sender, which asks for no action. */
export const mailSent = 'Abuse E-mail Sent' satisfies (typeof actionsTaken)[number]
