import { purchaseColumns, type PurchaseColumn } from '#platforms/trap-purchase.ts'

const names = Object.entries(purchaseColumns).map(([name, of]) => [name, of.label])

/** Field labels of the form and the details; validation messages use the same names (G107). */
export const labels = {
  ...(Object.fromEntries(names) as Record<PurchaseColumn, string>),
  selectedStatus: 'Status',
  invoiceFile: 'Invoice File',
  gstFile: 'GST File',
  imageUrls: 'Images',
} as const

export const texts = {
  title: 'Upload Purchase',
  list: 'Trap purchases',
  fetch: 'Fetch Data',
  details: 'Purchase',
  notBought: 'The purchase has not been recorded yet.',
  noImages: 'No images',
  add: (name: string) => `Add the purchase of ${name}`,
  edit: (name: string) => `Edit the purchase of ${name}`,
  viewShort: 'View',
  view: (name: string) => `View ${name}`,
  image: (at: number) => `Image ${at}`,
  save: 'Save',
  chooseImages: 'Add images',
  chooseFile: 'Choose a file',
  replaceFile: 'Replace',
  remove: (name: string) => `Remove ${name}`,
  uploading: 'Upload progress',
  imagesHint: 'PNG, JPEG or WebP, at most 20, 10 MB each.',
  fileHint: 'PDF, PNG or JPEG, 10 MB at most.',
  faultHint:
    'Notices about the counterfeit state this, with day, order number and seller. The note below stays internal.',
  completeHint: 'A complete purchase needs the price paid, the invoice and at least one image.',
  chooseFirst: 'Choose a company',
  chooseFirstHint: 'Fetch Data then lists its trap purchases, with status Purchase unless you choose another one.',
  nothing: 'No trap purchases',
  nothingHint: 'No e-commerce finding of this company has that status. Set the status of a finding to Purchase first.',
} as const
