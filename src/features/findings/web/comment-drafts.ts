import { tabDrafts } from '#kit/web/tab-drafts.ts'

/** The unsaved comments of a person by finding. */
export const draftsOf = tabDrafts<string>('comments')
