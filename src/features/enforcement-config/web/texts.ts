import { logged } from '#features/enforcement-config/messages.ts'
import type { DocumentType } from '#features/enforcement-config/rules.ts'

export const uploadFailed = 'Error uploading file.'

/** How long the messages of an upload are shown, in milliseconds (A-085). */
export const fileMessageMilliseconds = 3000

export const texts = {
  title: 'Enforcement Configuration',
  list: 'Enforcement configurations',
  add: 'Add Enforcement Configuration',
  details: 'Enforcement Configuration Details',
  save: 'Save',
  update: 'Update',
  attach: 'Upload Attachments (PDF)',
  placeholdersHint: 'Filled in from the finding when a notice is sent. Select one to insert it at the cursor.',
  ownWords:
    'Your own words. What is wrong, the facts, the statements and the signature are added when a notice is sent.',
  preview: 'Preview',
  previewHint: 'Choose company, brand and platform, and write the email first.',
  previewTitle: 'Email preview',
  finding: 'Finding',
  findingHint: 'The 20 newest findings. Type part of the address to find others.',
  noFindings: 'No findings of this brand on this platform',
  head: 'Email header',
  to: 'To',
  toTest: 'To (test recipient)',
  subject: 'Subject',
  attachments: 'Attachments',
  none: 'none',
  documentType: 'Document type',
  validUntil: 'Valid until',
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
  status: logged.enabled,
  attachments: logged.attachments,
  mailBody: logged.mailBody,
} as const

/** Warning about placeholders without a value. */
export const missingValues = (names: readonly string[]) =>
  `This finding has no value for ${names.map((name) => `{{${name}}}`).join(', ')}, so the email is left blank there.`

/** What a document proves, as the form names it. */
export const documentTypeLabels = {
  authority: 'Authority to act (power of attorney)',
  registration: 'Registration certificate',
  copyright: 'Proof of copyright',
  'court-order': 'Court order',
  other: 'Other document',
} as const satisfies Record<DocumentType, string>
