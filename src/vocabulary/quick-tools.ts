/** The nine quick tools by their report key, in the order of the select (S-069). */
export const quickToolTitles = {
  domain: 'Domain IP Extractor',
  facebookAds: 'Facebook Ads',
  facebookScan: 'Facebook Scan',
  facebook: 'Facebook Search',
  flipkart: 'Flipkart LID/PID',
  meesho: 'Meesho Search',
  pinterest: 'Pinterest Search',
  twitter: 'Twitter Search',
  screenshot: 'Web Screenshot',
} as const

export type QuickTool = keyof typeof quickToolTitles
export const quickTools = Object.keys(quickToolTitles) as QuickTool[]

/** The title of a report key; the key itself if it is none. */
export const quickToolTitle = (key: string): string => quickToolTitles[key as QuickTool] ?? key
