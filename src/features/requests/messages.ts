import { counted, countText } from '#vocabulary/numbers.ts'
import { shorten } from '#vocabulary/truncate.ts'

/** Field labels in error messages. */
export const labels = {
  company: 'Company',
  brand: 'Brand',
  platform: 'Platform',
  domain: 'Domains / URLs',
  remarks: 'Remarks',
  answer: 'Reason',
  ids: 'Requests',
} as const

/** Messages for inputs missing from the form (C-241, C-242, C-243). */
export const missing = {
  brand: 'Please select Brand',
  platform: 'Please select platform',
  lines: 'Please enter Domains / URLs',
} as const

export const tooManyLines = (max: number) => `Domains / URLs must be between 1 and ${countText(max)} lines`
/** `line` counts from 1. */
export const inLine = (line: number, problem: string) => `Line ${countText(line)}: ${problem}`

/** Of a line that names no host; only its beginning is repeated. */
export const noAddress = (line: string) =>
  `"${shorten(line, 60)}" is not an address. Enter a domain or a URL, such as shop.example or https://shop.example/item`

/** Answers to Submit (C-325, C-328). */
export const submitted = 'Your request has been submitted successfully!'
export const duplicatesFound = (n: number) => `${countText(n)} duplicate ${n === 1 ? 'entry' : 'entries'} found.`
export const existingFound = (n: number) => `${countText(n)} existing ${n === 1 ? 'record' : 'records'} found.`

const requests = (n: number) => counted(n, 'request')

export const taken = (n: number, wanted: number) =>
  n === wanted ? `${requests(n)} taken.` : `${requests(n)} taken, ${countText(wanted - n)} no longer open.`
export const takenBy = (name: string) => `${name} has already taken this request.`
export const noLongerOpen = 'This request is no longer open.'
export const requestedAgain = 'The client has requested this address again. Take the newer request.'
export const released = 'The request is open again.'
export const declined = 'The request was declined.'

type SubmissionSummary = { count: number; platform: string; brandName: string; companyName: string; sender: string }

/** The email about a submission: subject and text. */
export const submissionEmail = (productName: string, submission: SubmissionSummary, link: string) => ({
  subject: `${productName}: ${requests(submission.count)} from ${submission.companyName} for ${submission.brandName}, ${submission.platform}`,
  text: [
    `${submission.sender} of ${submission.companyName} sent ${requests(submission.count)} for the brand ${submission.brandName} on ${submission.platform}.`,
    'The attached sheet lists them. To take one, open:',
    link,
  ].join('\n\n'),
})

/** The fields of a request whose changes the data log names, with their labels. */
export const logged = { status: 'Status', answer: labels.answer } as const
