/** Every sentence of the reports feature that a person may read. */
export const messages = {
  saved: 'Report by e-mail saved',
  stopped: 'This report is no longer sent',
  brandNotValid: 'Brand is not valid',
} as const
