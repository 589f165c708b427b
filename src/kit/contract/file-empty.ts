/** The message for a file without content. This file has no schemas. */
export const fileEmpty = (name: string): string => `${name} is empty.`
