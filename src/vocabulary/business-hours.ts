/** When people work in the business time zone: weekdays (1 Monday … 7 Sunday), and minutes after midnight. */
export type BusinessHours = { days: readonly number[]; opens: number; closes: number }

const dayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const
const form = /^([a-z]{3})(?:-([a-z]{3}))? ([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-4]):([0-5]\d)$/i

/** Reads 'Mon-Fri 09:00-18:00'; undefined where it has another form or ends before it begins. */
export function readBusinessHours(text: string): BusinessHours | undefined {
  const [, first, last = first, ...times] = form.exec(text.trim()) ?? []
  const [from, to] = [first, last].map((one) =>
    dayNames.findIndex((name) => name.toLowerCase() === one?.toLowerCase()),
  ) as [number, number]
  const [openHour, openMinute, closeHour, closeMinute] = times.map(Number) as [number, number, number, number]
  const [opens, closes] = [openHour * 60 + openMinute, closeHour * 60 + closeMinute]
  if (from < 0 || to < from || !(closes > opens) || closes > 24 * 60) return undefined
  return { days: Array.from({ length: to - from + 1 }, (_, n) => from + n + 1), opens, closes }
}

/** The hours as they are set: 'Mon-Fri 09:00-18:00'. */
export function showBusinessHours({ days, opens, closes }: BusinessHours): string {
  const [first, last] = [dayNames[days[0]! - 1], dayNames[days.at(-1)! - 1]]
  return `${first === last ? first : `${first}-${last}`} ${timeOf(opens)}-${timeOf(closes)}`
}

const timeOf = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((one) => String(one).padStart(2, '0')).join(':')

/** Seconds of one business day. */
export const businessDaySeconds = ({ opens, closes }: BusinessHours): number => (closes - opens) * 60
