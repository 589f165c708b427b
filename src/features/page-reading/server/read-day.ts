const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

/** A day as pages write it (ISO 8601, 'Aug 5, 2020', '5 August 2020') as YYYY-MM-DD; undefined for others. */
export function dayOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const line = text.trim().slice(0, 60)
  const iso = /^(\d{4})-(\d{2})-(\d{2})(?!\d)/.exec(line)
  if (iso) return valid(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const named = /\b(\d{1,2})\.? ([a-z]{3})[a-z]*\.?,? (\d{4})\b/i.exec(line)
  if (named) return valid(Number(named[3]), months.indexOf(named[2]!.toLowerCase()) + 1, Number(named[1]))
  const american = /\b([a-z]{3})[a-z]*\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})\b/i.exec(line)
  if (american) return valid(Number(american[3]), months.indexOf(american[1]!.toLowerCase()) + 1, Number(american[2]))
  return undefined
}

function valid(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day))
  const isSame = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isSame && year > 1990 && year < 2200 ? date.toISOString().slice(0, 10) : undefined
}
