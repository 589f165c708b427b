import { messages } from '#features/contacts/messages.ts'
import { type Day, showDay } from '#vocabulary/dates.ts'

/** The texts of the screen of shared hosts. */
export const texts = {
  title: 'Shared Hosts',
  add: 'Add Shared Host',
  details: 'Shared Host',
  noneTitle: 'No shared hosts',
  noneHint:
    'Add the names of marketplaces, networks and app stores, and the suffixes under which hosting platforms name their customers’ sites, with each platform’s abuse desk.',
  lists: 'Desks that accept lists',
  howLists:
    'They get one email about several findings of a brand instead of one for each. You can change this when you send notices.',
  noLists: 'Every desk gets one email for each finding.',
  listEmail: 'Abuse email of the desk',
  perEmail: 'Findings at most',
  addList: 'Add desk',
  upTo: (n: string) => `up to ${n} findings`,
  formOnly: 'Web form only',
  suffixHint: 'Without a leading dot: pages.dev, facebook.com',
  formHint: 'Leave the email empty if the desk accepts reports only through its web form.',
} as const

export const { hostFields: labels, deskFormFields: formLabels, contactFields: contactLabels } = messages

/** The texts of the screen of abuse contacts. */
export const contactTexts = {
  title: 'Abuse Contacts',
  add: 'Add Abuse Contact',
  details: 'Abuse Contact',
  lastAnswer: 'Last answer',
  notConfirmed: 'Not confirmed',
  confirmed: (day: Day) => `Confirmed, ${showDay(day)}`,
  bounced: 'Bounced',
  how: 'An address is confirmed once its desk has answered a notice from this very address.',
  nameHint: 'As registries and findings write it',
  emailHint: 'Where the desk accepts reports',
  dayHint: 'When you saw it there',
  sourceHint: 'Such as the desk’s abuse page',
  noneTitle: 'No abuse contacts',
  noneHint:
    'Add the addresses at which registrars and hosts accept reports. Those that registries name, and those entered in notices, are added automatically.',
} as const

/** The texts of the screen of report forms. */
export const formTexts = {
  title: 'Report Forms',
  add: 'Add Report Form',
  details: 'Report Form',
  kinds: messages.deskKinds,
  everyHarm: messages.everyHarm,
  noForm: 'None: accepts email',
  formOnly: 'No, form only',
  disabled: 'Disabled',
  knownAsHint:
    'Names that the registrar or host of a finding contains as whole words, separated by commas: ovh, ovhcloud',
  harmsHint: 'The kinds of harm that this form serves. None chosen: all of them.',
  takesEmailHint:
    'If not, no email is proposed or sent automatically for these kinds of harm; the web form is offered.',
  isUsedHint: 'If not, notices and escalations ignore this entry.',
  noneTitle: 'No report forms',
  noneHint: 'Add the web forms through which registrars, hosts and CDNs accept reports.',
} as const
