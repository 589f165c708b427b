/** Messages of the report endpoints. */
export const messages = {
  saved: 'Email report saved',
  stopped: 'This report is no longer sent',
  brandNotValid: 'Brand is not valid',
} as const
