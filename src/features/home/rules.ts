import type { Role } from '#vocabulary/roles.ts'

/** The numbers on a home, in the order in which they are shown. */
export const clientNumbers = ['takenDown', 'found', 'foundDown'] as const
export const staffNumbers = [
  'approved',
  'unassigned',
  'overdue',
  'dueToday',
  'assigned',
  'answered',
  'bounced',
  'proposals',
] as const
export const adminNumbers = ['withoutData', 'failedJobs', 'overduePeople', 'withoutSigner'] as const
export const homeNumberNames = [...adminNumbers, ...staffNumbers, ...clientNumbers] as const
export type HomeNumberName = (typeof homeNumberNames)[number]

/** The numbers of a role. */
export const numbersOfRole: Readonly<Record<Role, readonly HomeNumberName[]>> = {
  Client: clientNumbers,
  Analyst: staffNumbers,
  Admin: [...adminNumbers, ...staffNumbers],
}

/** Days of a trend, and of the period before that it is compared with. */
export const trendDays = 30
/** A client's last visit counts if it was within so many days; otherwise these days are shown. */
export const longestAbsenceDays = 31
/** Hours after which opening the home again is another visit: until then the person is still looking. */
export const visitHours = 4
/** Answers, bounces and failed jobs older than this are not counted, in days. */
export const mailDays = 30
export const failedJobDays = 7
/** Companies count as without data if nothing was reported within so many days. */
export const dataDays = 7
/** As many answers and jobs are counted and listed at most, and as many findings taken down: the newest. */
export const maxRows = 5000
export const maxTakenDown = 1000

/** Which answers to notices a list shows. */
export const mailKinds = ['reply', 'bounce'] as const
/** Which companies a list shows. */
export const companyLists = ['without-data', 'without-signer'] as const
