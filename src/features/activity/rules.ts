/** What a thread is about. */
export const subjectKinds = ['finding', 'cluster'] as const
export type SubjectKind = (typeof subjectKinds)[number]

/** Bounds of one line: characters, people mentioned, files, entries of a page. */
export const lineBounds = { text: 2000, mentions: 20, files: 5, page: 50 }

/** People offered while somebody types a name. */
export const maxSuggestions = 8

/** How a person is notified. */
export const bellChoices = ['at-once', 'never'] as const
export const emailChoices = ['at-once', 'daily', 'never'] as const
export type EmailChoice = (typeof emailChoices)[number]
/** What applies to a person who has chosen nothing. */
export const defaultChoices = { bell: 'at-once', email: 'daily' } as const

/** Daily emails are sent from this hour of the business day, with what was written before it. */
export const digestHour = 8

/** Accepted files by their type as detected from the content. */
export const fileExtensions = ['png', 'jpg', 'webp', 'gif', 'pdf', 'xlsx', 'csv', 'txt']

/** What a thread consists of: messages, and what changed in between. */
export const entryKinds = ['line', 'status', 'assignment', 'enforcement', 'edit', 'answer', 'cluster'] as const
export type EntryKind = (typeof entryKinds)[number]
