/** What the screens of the reports say. */
export const texts = {
  title: 'E-mail Reports',
  intro: (address: string) =>
    `A report comes to ${address} as PDF and Excel: each Monday for the week before, or on the first of a month for the month before.`,
  allBrands: 'All brands',
  rhythms: { never: 'Never', weekly: 'Weekly', monthly: 'Monthly' },
  howOften: (brand: string) => `How often for ${brand}`,
  gone: 'You no longer see this brand; its report is not sent.',
  stop: {
    title: 'Stop this report',
    text: 'Once you stop it, this report is no longer sent. You can have it again in E-mail Reports.',
    button: 'Stop the report',
    done: 'This report is no longer sent',
    wrong: 'This link is not valid.',
  },
} as const
