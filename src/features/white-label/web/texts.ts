import { counted, countText } from '#vocabulary/numbers.ts'

export const badFile = 'Please upload a valid .txt file.'

export const uploadFailed = 'Error uploading file.'

/** How long these two messages are shown, in milliseconds. */
export const fileMessageMilliseconds = 3000

export const texts = {
  title: 'White Label',
  list: 'White lists',
  add: 'Add White Label',
  details: 'White Label Details',
  save: 'Save',
  update: 'Update',
  allBrands: 'All brands',
  allPlatforms: 'All platforms',
  noneTitle: 'No white lists yet',
  noneHint: "Add a company's own addresses so that they are never reported by mistake.",
  fileHint: 'A .txt file with one address per line, 20,000 at most. A host name alone covers all its pages.',
  linesHint: 'One address per line. Saving replaces the whole list.',
  chooseFile: 'Upload .txt file',
  replaceFile: 'Replace with a .txt file',
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

/** How many addresses an expanded row leaves out. */
export const moreAddresses = (more: number) => `and ${countText(more)} more. Open Edit to see them all.`

/** '1 line', '2 lines' … */
export const linesOf = (count: number) => counted(count, 'line')
