import { isNotValid, isRequired } from '#kit/contract/texts.ts'
import { countText } from '#vocabulary/numbers.ts'

export const companyRequired = isRequired('Company')
export const companyUnknown = isNotValid('Company')
export const brandNotOfCompany = isNotValid('Brand')
export const platformUnknown = isNotValid('Platform')
export const listRequired = isRequired('Whitelabel URL')
export const listNotValid = isNotValid('Whitelabel URL')
export const tooManyLines = 'Whitelabel URL must be between 1 and 20000 lines'
export const lineTooLong = (line: number) => `Line ${line} is longer than 2048 characters`
export const lineNotValid = (line: number, text: string) => `Line ${line} is not a web address: ${text}`
export const saved = 'White label saved successfully'
export const updated = 'White label updated successfully'
export const deleted = 'Record deleted successfully'

export const badFile = 'Please upload a valid .txt file.'
export const uploadFailed = 'Error uploading file.'
/** How long these two stay. */
export const fileMessageMilliseconds = 3000

export const words = {
  title: 'White Label',
  add: 'Add White Label',
  details: 'White Label Details',
  save: 'Save',
  update: 'Update',
  allBrands: 'All brands',
  allPlatforms: 'All platforms',
  noneTitle: 'No white lists yet',
  noneHint: "Add a company's own addresses, and nobody can report them by mistake.",
  fileHint: 'A .txt file with one address a line, 20,000 at most. A bare host covers all its pages.',
  linesHint: 'One address a line. Saving replaces the whole list.',
  chooseFile: 'Upload .txt file',
  replaceFile: 'Take the lines of a .txt file',
  enabled: 'Enabled',
} as const

export const labels = {
  company: 'Company',
  brand: 'Brand',
  platform: 'Platform',
  locationURL: 'Whitelabel URL',
  whitelabelUrl: 'Whitelabel URL',
  status: 'Status',
} as const

export const statusWord = (enabled: boolean) => (enabled ? 'Enabled' : 'Disabled')
export const moreAddresses = (more: number) => `and ${countText(more)} more; Edit shows them all.`
export const linesOf = (count: number) => `${countText(count)} ${count === 1 ? 'line' : 'lines'}`
