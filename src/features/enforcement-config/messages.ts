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
export const testEmailSent = (address: string) => `A test email was sent to ${address}.`
export const uploadFailed = 'Error uploading file.'
/** How long the messages of an upload are shown, in milliseconds (A-085). */
export const fileMessageMilliseconds = 3000

export const words = {
  title: 'Enforcement Configuration',
  add: 'Add Enforcement Configuration',
  details: 'Enforcement Configuration Details',
  save: 'Save',
  update: 'Update',
  attach: 'Upload Attachments (PDF)',
  placeholdersHint: 'Filled in from the finding when a notice is sent. Select one to insert it at the cursor.',
  preview: 'Preview',
  previewHint: 'Choose company, brand and platform, and write the email first.',
  previewTitle: 'Email preview',
  finding: 'Finding',
  findingHint: 'The 20 newest findings. Type part of the address to find others.',
  noFindings: 'No findings of this brand on this platform',
  head: 'Email header',
  to: 'To (test recipient)',
  subject: 'Subject',
  attachments: 'Attachments',
  none: 'none',
  formatted: 'Formatted',
  plain: 'Plain text',
  sendTest: 'Send me a test',
  escalation: 'Escalation',
  noneTitle: 'No enforcement configurations yet',
  noneHint: 'Add the notice text for a company, brand and platform, so that staff can send notices.',
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
/** Warning about placeholders without a value. */
export const missingValues = (names: readonly string[]) =>
  `This finding has no value for ${names.map((name) => `{{${name}}}`).join(', ')}, so the email is left blank there.`
