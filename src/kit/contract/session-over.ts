/** The message when a session is no longer accepted (C-306); the console shows it once. This file has no schemas. */
export const sessionOver = 'Session timed out. Please login again.'
