/**
 * Props of a field with a list that opens when the field gets the focus: a refused field gets it by itself
 * (use-first-error.ts), and its list would cover the error.
 */
export const refusable = (error: string | undefined) => ({ error, openOnFocus: error === undefined })
