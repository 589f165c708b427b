const unitOf = (unit: string) => new Intl.NumberFormat('en', { style: 'unit', unit, unitDisplay: 'long' })
const lengths = { minute: unitOf('minute'), hour: unitOf('hour'), day: unitOf('day') }

/** About how long so many seconds are: 'less than a minute', 'about 20 minutes', 'about 13 hours', 'about 2 days'. */
export function aboutDuration(seconds: number): string {
  const minutes = Math.round(seconds / 60)
  if (minutes < 1) return 'less than a minute'
  if (minutes < 90) return `about ${lengths.minute.format(minutes)}`
  const hours = Math.round(minutes / 60)
  return `about ${hours < 36 ? lengths.hour.format(hours) : lengths.day.format(Math.round(hours / 24))}`
}

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always' })

/** How long ago an instant was, in its largest whole unit: '3 hours ago'; 'just now' for less than a minute. */
export function showAge(instant: string, now: Date = new Date()): string {
  const minutes = Math.floor((now.getTime() - Date.parse(instant)) / 60_000)
  if (minutes < 1) return 'just now'
  if (minutes < 60) return relative.format(-minutes, 'minute')
  if (minutes < 24 * 60) return relative.format(-Math.floor(minutes / 60), 'hour')
  return relative.format(-Math.floor(minutes / (24 * 60)), 'day')
}
