import { maxLinkLength, maxLinks } from './rules.ts'

/** Sentences of the server and of the screen about trademark reports. */
export const messages = {
  submitted: 'Form submitted successfully!',
  notAvailable: 'This website is not available',
  linkCount: `Links must be between 1 and ${maxLinks}`,
  linkLength: (n: number) => `Link ${n} is longer than ${maxLinkLength} characters`,
  notALink: (n: number) => `Link ${n} is not a web address`,
  noMark: 'The brand no longer has a company or mark',
  noField: (label: string) => `The form has no field for the ${label}; the website may have changed it`,
  noButton: 'The form has no button that sends it; the website may have changed it',
  notConfirmed: 'The form was sent, but the website did not confirm it',
  robotCheck: 'The website shows a check for robots instead of its form',
  interrupted: 'It was interrupted while the form was being sent. Please check on the website whether it has arrived.',
  answered: (status: number) => `The website returned status ${status} instead of its form`,
} as const
