/** Seconds as days, with two decimals below one day and one above. */
export function inDays(seconds: number): number {
  const days = seconds / 86_400
  return days < 1 ? Math.round(days * 100) / 100 : Math.round(days * 10) / 10
}

/** Seconds as text: minutes, hours or days. */
export function durationOf(seconds: number): string {
  if (seconds < 3600) return `${Math.max(1, Math.round(seconds / 60))} min`
  if (seconds < 86_400) return `${Math.round(seconds / 360) / 10} h`
  return `${Math.round(seconds / 8640) / 10} d`
}
