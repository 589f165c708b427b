export const selectCompany = 'Please select a company.'
export const selectBrand = 'Please select a brand.'
export const selectPlatform = 'Please select a platform.'
export const emptyBody = 'Mail body cannot be empty.'
export const bodyTooLong = 'Mail body must be between 1 and 20000 characters'
export const bodyTooManyLines = 'Mail body must be between 1 and 500 lines'
export const bodyNotValid = 'Mail body is not valid'
export const tooManyAttachments = 'Attachments must be between 0 and 10 files'
export const attachmentsNotValid = 'Attachments is not valid'
export const unknownPlaceholder = (found: string, known: readonly string[]) =>
  `${found} is not a placeholder. Use ${known.map((name) => `{{${name}}}`).join(', ')}.`
export const brandNotOfCompany = 'Brand is not valid'
export const companyUnknown = 'Company is not valid'
export const platformNotOfBrand = 'Platform is not valid'
export const cannotChange = (label: string) => `${label} cannot be changed`
export const existsAlready = 'Enforcement configuration already exists.'
export const saved = 'Enforcement configuration saved successfully'
export const updated = 'Enforcement configuration updated successfully'
export const deleted = 'Record deleted successfully'
export const chooseFinding = 'Please choose a finding.'
export const trialSent = (address: string) => `A trial was sent to ${address}.`
export const uploadFailed = 'Error uploading file.'
/** How long the messages of an upload stay (A-085). */
export const fileMessageMilliseconds = 3000

export const words = {
  title: 'Enforcement Configuration',
  add: 'Add Enforcement Configuration',
  details: 'Enforcement Configuration Details',
  save: 'Save',
  update: 'Update',
  attach: 'Upload Attachments (PDF)',
  placeholdersHint: 'Filled from the finding when a notice leaves. Press one to put it where the cursor is.',
  preview: 'Preview',
  previewHint: 'Choose company, brand and platform, and write the mail first.',
  previewTitle: 'The mail as it will leave',
  finding: 'Finding',
  findingHint: 'The newest twenty; type a part of the address for others.',
  noFindings: 'No findings of this brand on this platform',
  head: 'Head of the mail',
  to: 'To you, for a trial',
  subject: 'Subject',
  attachments: 'Attachments',
  none: 'none',
  formatted: 'Formatted',
  plain: 'Plain text',
  sendTrial: 'Send a trial to me',
  ladder: 'Ladder',
  noneTitle: 'No enforcement configurations yet',
  noneHint: 'Add what a notice says for a company, a brand and a platform; then staff can send it.',
} as const

export const labels = {
  company: 'Company',
  brand: 'Brand',
  platform: 'Platform',
  status: 'Status',
  attachments: 'Attachments',
  mailBody: 'Mail Content',
} as const

export const statusWord = (enabled: boolean) => (enabled ? 'Enabled' : 'Disabled')
export const gaps = (names: readonly string[]) =>
  `This finding has no value for ${names.map((name) => `{{${name}}}`).join(', ')}: the mail has a gap there.`
