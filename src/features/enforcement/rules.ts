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

/** The values of a record that are demanded of domains and websites. */
export const hostFields = ['registrar', 'ipAddress', 'hosting'] as const
export type HostField = (typeof hostFields)[number]

/**
 * Whether a notice of a bulk send needs the registrar of its finding: one to a host or a platform does not. `desks` are
 * those of the recipient's group; `typed` is whose address it is, as the person said who typed it.
 */
export const needsRegistrar = (
  desks: readonly { kind: string; email: string | null }[],
  email: string,
  typed: string | undefined,
): boolean => typed !== 'host' && !desks.some((one) => one.kind !== 'registrar' && one.email === email.toLowerCase())

/** The most findings that one email may be about. */
export const largestList = 100

/** Whose the findings of a list to enforce are: nobody's, or the caller's. */
export const assignedChoices = ['nobody', 'me'] as const
export type AssignedChoice = (typeof assignedChoices)[number]
