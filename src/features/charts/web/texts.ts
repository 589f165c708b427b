import { counted, countText } from '#vocabulary/numbers.ts'

/** Texts of the client home. Those given by the specification are exact. */
export const texts = {
  title: 'Dashboard',
  noLinkedBrand: 'You do not have access to the brand in this link.',
  reportingDate: 'Reporting Date',
  home: 'Home',
  infringement: 'Infringement',
  enforcement: 'Enforcement Percentage',
  enforcementHow: '(All infringements - Awaiting approval - No Action) / All infringements',
  byStatus: 'Infringements by Status',
  brands: 'Brands Distribution',
  webpages: 'Webpage Distribution',
  sellers: 'Platform Seller Distribution',
  sellerAxis: (isCut: boolean) => `Seller${isCut ? ' (only the top 50 data points shown)' : ''}`,
  dateAxis: (isCut: boolean) => `Reporting Date${isCut ? ' (only the most recent 50 reporting dates shown)' : ''}`,
  monthly: 'Monthly',
  daily: 'Daily',
  companyWise: 'Company-wise',
  byDate: 'Infringement by Reporting Date',
  other: (count: number) => `Other (${count})`,
  infringements: (count: number) => counted(count, 'infringement'),
  reported: (period: string) => `reported ${period}`,
  charted: (period: string) => `The charts count what was reported ${period}.`,
  ofAllTime: 'of all time, regardless of the dates chosen',
  enforced: (percent: number) => `${percent}% enforced`,
  waiting: (count: number) => `${finding(count)} your approval`,
  review: (count: number) => `${finding(count)} your review`,
  high: (count: number) => `${countText(count)} of them High`,
  nothingWaits: 'All caught up. Nothing awaits your approval.',
  collapse: (name: string) => `Collapse ${name}`,
  expand: (name: string) => `Expand ${name}`,
  ranges: 'Quick ranges',
  reports: 'Email Reports',
  notUpdated: 'These charts could not be updated.',
  tryAgain: 'Try again',
} as const

function finding(count: number): string {
  return counted(count, 'finding awaits', 'findings await')
}
