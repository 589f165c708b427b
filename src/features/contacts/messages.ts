import { type Day, showDay } from '#vocabulary/dates.ts'

/** Where the address of an abuse desk comes from. */
export const sources = {
  supplied: (day: Day) => `Supplied with the product, checked ${showDay(day)}`,
  table: (source: string, day: Day) => `${source}, checked ${showDay(day)}`,
  registry: (protocol: string, server: string | null, day: Day) =>
    `${protocol.toUpperCase()}${server ? ` of ${server}` : ''}, ${showDay(day)}`,
  known: (day: Day) => `Known contact since ${showDay(day)}, not confirmed`,
  entered: (day: Day) => `Entered by a person on ${showDay(day)}`,
} as const

/** Messages about shared hosts. */
export const messages = {
  /** The field of a list desk in the data log. */
  perEmail: 'Findings per email',
  /** The fields of a shared host, as the screen and the data log name them. */
  hostFields: {
    suffix: 'Suffix',
    name: 'Platform',
    email: 'Abuse email',
    form: 'Web form',
    source: 'Source',
    checkedOn: 'Checked on',
  },
  saved: 'Shared host saved successfully',
  deleted: 'Shared host deleted successfully',
  suffixNotValid: 'Suffix is not valid',
  emailNotValid: 'Abuse email is not valid',
  formNotValid: 'Web form is not valid',
  listDeskSaved: 'The desk now gets lists',
  listDeskRemoved: 'The desk now gets one email for each finding',
  perEmailNotValid: 'Findings in one email must be between 2 and 100',
  emailOrForm: 'Abuse email or web form is required',
} as const
