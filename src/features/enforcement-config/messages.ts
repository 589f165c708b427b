export const selectCompany = 'Please select a company.'
export const selectBrand = 'Please select a brand.'
export const selectPlatform = 'Please select a platform.'
export const emptyBody = 'Mail body cannot be empty.'
export const bodyTooLong = 'Mail body must be between 1 and 20000 characters'
export const bodyTooManyLines = 'Mail body must be between 1 and 500 lines'
export const bodyNotValid = 'Mail body is not valid'
export const tooManyAttachments = 'Attachments must be between 0 and 10 files'
export const attachmentsNotValid = 'Attachments are not valid'
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

/** The fields of a configuration whose changes the data log names, with their labels. */
export const logged = { enabled: 'Status', mailBody: 'Mail Content', attachments: 'Attachments' } as const
