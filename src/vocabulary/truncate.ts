/** A text of at most `max` characters: a longer one is cut and ends with '…'. */
export const shorten = (text: string, max: number): string =>
  text.length <= max ? text : `${truncate(text, max - 1)}…`

/**
 * The first `max` characters of a text, counted as JavaScript and the limits of columns do (UTF-16), and one fewer where
 * the last would be half of a character.
 */
export function truncate(text: string, max: number): string {
  const first = text.slice(0, max)
  return first.length < text.length && /[\ud800-\udbff]$/.test(first) ? first.slice(0, -1) : first
}
