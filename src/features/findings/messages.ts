/** Every sentence of the findings feature that a person may read. */
export const messages = {
  approved: 'Record successfully updated',
  undone: 'Record successfully updated',
  statusSaved: 'Record successfully updated',
  statusStale: 'Status has already been changed. Please refresh.',
  statusFixed: 'This status cannot be changed.',
  statusNotValid: 'Status is not valid',
  platformNotValid: 'Platform is not valid',
  companyNotValid: 'Company is not valid',
  brandNotValid: 'Brand is not valid',
  urlNotValid: 'Url is not valid',
  moduleNotValid: 'Module is not valid',
  tooManyToDownload: 'More than 25,000 records cannot be downloaded. Please contact administrator.',
} as const
