/** Seconds of a day: of all of it, where durations count all hours. */
const wholeDay = 86_400

/** Seconds as days of so many seconds, with two decimals below one day and one above. */
export function inDays(seconds: number, daySeconds: number = wholeDay): number {
  const days = seconds / daySeconds
  return days < 1 ? Math.round(days * 100) / 100 : Math.round(days * 10) / 10
}

/** Seconds as text: minutes, hours or days of so many seconds. */
export function durationOf(seconds: number, daySeconds: number = wholeDay): string {
  if (seconds < 3600) return `${Math.max(1, Math.round(seconds / 60))} min`
  if (seconds < daySeconds) return `${Math.round(seconds / 360) / 10} h`
  return `${Math.round((10 * seconds) / daySeconds) / 10} d`
}
