import { lineBounds } from './rules.ts'

export const messages = {
  withoutApproval: 'Without the client’s approval: ',
  saved: 'Message added',
  choicesSaved: 'Notification settings saved',
  text: 'Message',
  tooManyMentions: `At most ${lineBounds.mentions} people can be mentioned in one message`,
  notMentionable: 'Only people who can see this can be mentioned',
  onlyStaff: 'Only staff can write internal messages',
  onlyStaffMentioned: 'Only staff can be mentioned in an internal message',
  tooManyFiles: `At most ${lineBounds.files} files can be attached to one message`,
  filesNotValid: 'Files are not valid',
  fileTypes: 'a png, jpg, webp or gif picture, or a pdf, xlsx, csv or txt file',
  tooManyUploads: 'You have uploaded too many files in the last hour. Please try again later.',
  /** What answered a notice, before its sender and subject. */
  answers: {
    reply: 'Answer from',
    report: 'Report from',
    automatic: 'Automatic answer from',
    bounce: 'Not delivered,',
  },
  clusters: {
    added: 'Added to a cluster',
    removed: 'Removed from a cluster',
    joined: 'Another cluster was joined to its cluster',
    parted: 'Removed from its cluster: ',
  },
  /** The author of a staff change as a client sees it. */
  team: 'Brand protection team',
  automatic: 'Automatic',
} as const
