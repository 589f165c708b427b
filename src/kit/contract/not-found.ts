/** The message when something does not exist or this person may not see it (G8, G9). This file has no schemas. */
export const resourceNotFound = 'Resource not found.'
