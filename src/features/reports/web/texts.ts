/** Texts of the report screens. */
export const texts = {
  title: 'Email Reports',
  intro: (address: string) =>
    `Reports are sent to ${address} as PDF and Excel: every Monday for the previous week, or on the first of each month for the previous month.`,
  allBrands: 'All brands',
  rhythms: { never: 'Never', weekly: 'Weekly', monthly: 'Monthly' },
  howOften: (brand: string) => `Report frequency for ${brand}`,
  noAccess: 'You no longer have access to this brand, so its report is not sent.',
  saved: 'The stored choices',
  stop: {
    title: 'Stop this report',
    text: 'This report will no longer be sent to you. You can subscribe again under Email Reports.',
    button: 'Stop the report',
    done: 'This report is no longer sent',
    invalidLink: 'This link is not valid. Sign in to stop the report under Email Reports.',
  },
} as const
