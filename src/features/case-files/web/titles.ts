/** Titles of the screens. Separate from the other texts, because the menu loads them with the first page. */
export const titles = { caseFiles: 'Case Files', days: 'Daily Evidence Lists' } as const
