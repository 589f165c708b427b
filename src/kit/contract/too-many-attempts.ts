/** The message when somebody has tried too often (429). This file has no schemas. */
export const tooManyAttempts = 'Too many attempts. Please try again later.'
