/** What the server says, and the console once, when the session is no longer accepted (C-306). Free of schemas. */
export const sessionOver = 'Session timed out. Please login again.'
