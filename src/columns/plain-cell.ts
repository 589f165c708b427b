/** A cell as an upload takes it: text, number or nothing. */
export type PlainCell = string | number | undefined

/** A day as YYYY-MM-DD; with a time, YYYY-MM-DDTHH:MM:SS; nothing for no date. In UTC. */
export function plainDate(date: Date): string | undefined {
  if (Number.isNaN(date.getTime())) return undefined
  const text = date.toISOString()
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 19)
}
