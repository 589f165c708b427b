/** An instant with its zone, and in UTC: '4 March 2026, 15:30:00 GMT+5:30 (10:00:00 UTC)'. Pure. */
export function momentIn(instant: string, zone: string): string {
  const at = new Date(instant)
  const write = (timeZone: string) =>
    new Intl.DateTimeFormat('en-GB', {
      timeZone,
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      timeZoneName: 'shortOffset',
    })
      .format(at)
      .replace(' at ', ', ')
  const utc = `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`
  return zone === 'UTC' ? utc : `${write(zone)} (${utc})`
}
