/** The standard enforcement actions (G73); spreadsheets may contain others. */
export const actionsTaken = [
  'Abuse E-mail Sent',
  'Reminder Sent',
  'Platform Form Submitted',
  'Trademark Complaint Filed',
  'DMCA Notice Sent',
  'Cease and Desist Sent',
  'Registrar Complaint Filed',
  'Hosting Complaint Filed',
  'UDRP Filed',
  'Legal Notice Sent',
  'Listing Removed',
  'Account Suspended',
  'Domain Suspended',
  'No Response',
  'Other',
] as const

/** The action recorded when a report was made with a desk's web form. */
export const platformForm = 'Platform Form Submitted' satisfies (typeof actionsTaken)[number]

/** The action recorded by the bulk sender, which asks for none. */
export const mailSent = 'Abuse E-mail Sent' satisfies (typeof actionsTaken)[number]

/** The name of the last enforcement's action among the filters of a list. */
export const lastActionName = 'actionTaken'

/** The most findings that one email may be about. */
export const largestList = 100

/** Whose the findings of a list to enforce are: nobody's, or the caller's. */
export const assignedChoices = ['nobody', 'me'] as const
export type AssignedChoice = (typeof assignedChoices)[number]
