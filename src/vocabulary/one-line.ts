/** A text on one line: white space, also line ends, becomes single spaces. */
export const onOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()
