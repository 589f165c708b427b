const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always' })

/** How long ago an instant was, in its largest whole unit: '3 hours ago'; 'just now' for less than a minute. */
export function showAge(instant: string, now: Date = new Date()): string {
  const minutes = Math.floor((now.getTime() - Date.parse(instant)) / 60_000)
  if (minutes < 1) return 'just now'
  if (minutes < 60) return relative.format(-minutes, 'minute')
  if (minutes < 24 * 60) return relative.format(-Math.floor(minutes / 60), 'hour')
  return relative.format(-Math.floor(minutes / (24 * 60)), 'day')
}
