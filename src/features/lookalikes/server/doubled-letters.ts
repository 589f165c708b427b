/** Whether a letter stands twice in a row. */
export const hasDoubles = (text: string): boolean => /(.)\1/.test(text)

/** Each letter once where it stands several times in a row. */
export const withoutDoubles = (text: string): string => text.replace(/(.)\1+/g, '$1')
