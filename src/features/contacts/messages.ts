import { type Day, showDay } from '#vocabulary/dates.ts'

/** Where the address of an abuse desk comes from. */
export const sources = {
  table: (source: string, day: Day) => `${source}, checked ${showDay(day)}`,
  registry: (protocol: string, server: string | null, day: Day) =>
    `${protocol.toUpperCase()}${server ? ` of ${server}` : ''}, ${showDay(day)}`,
  /** A known contact is confirmed by an answer to a notice from its own address. */
  contact: (contact: { source: string; day: Day; answeredOn: Day | null }) =>
    `${contact.source}, ${showDay(contact.day)}, ${confirmed(contact.answeredOn)}`,
  /** The source of an address that a person typed into a notice. */
  typed: 'Entered by a person',
} as const

/** Whether an address is confirmed, and by which answer. */
const confirmed = (answeredOn: Day | null): string =>
  answeredOn === null ? 'not confirmed' : `confirmed, last answer ${showDay(answeredOn)}`

/** Messages about the tables of desks. */
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
  /** The fields of an abuse contact, as the screen and the data log name them. */
  contactFields: {
    name: 'Registrar or host',
    email: 'Abuse email',
    source: 'Source',
    checkedOn: 'Checked on',
  },
  contactSaved: 'Abuse contact saved successfully',
  contactDeleted: 'Abuse contact deleted successfully',
  saved: 'Shared host saved successfully',
  deleted: 'Shared host deleted successfully',
  suffixNotValid: 'Suffix is not valid',
  emailNotValid: 'Abuse email is not valid',
  formNotValid: 'Web form is not valid',
  listDeskSaved: 'The desk now gets lists',
  listDeskRemoved: 'The desk now gets one email for each finding',
  perEmailNotValid: 'Findings in one email must be between 2 and 100',
  emailOrForm: 'Abuse email or web form is required',
  /** The fields of a report form, as the screen and the data log name them. */
  deskFormFields: {
    kind: 'Kind of desk',
    name: 'Desk',
    knownAs: 'Known as',
    form: 'Web form',
    takesEmail: 'Accepts email',
    harms: 'Kinds of harm',
    source: 'Source',
    checkedOn: 'Checked on',
    isUsed: 'In use',
  },
  deskKinds: { registrar: 'Registrar', host: 'Host', cdn: 'CDN' },
  everyHarm: 'All',
  formSaved: 'Report form saved successfully',
  formDeleted: 'Report form deleted successfully',
  knownAsNotValid: 'Known as must have names of at least three letters or digits, separated by commas',
  formRequired: 'Web form is required',
  formOrEmail: 'A desk without a web form must accept email',
} as const
