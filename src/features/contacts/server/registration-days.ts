const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/**
 * The day (YYYY-MM-DD) of a date as registries write it; null where it is none or can be read in two ways: of three
 * numbers the year must have four digits, and where it comes last the day comes first unless a dot or the size tells.
 */
export function dayOf(text: string): string | null {
  const value = text.trim().slice(0, 80)
  const compact = /(?<!\d)((?:19|20)\d\d)(\d\d)(\d\d)(?:\d{6})?(?!\d)/.exec(value)
  if (compact) return asDay(compact[1]!, compact[2]!, compact[3]!)
  const iso = /(?<!\d)((?:19|20)\d\d)[-./ 年]{1,2}(\d{1,2})[-./ 月]{1,2}(\d{1,2})(?!\d{3})/u.exec(value)
  if (iso) return asDay(iso[1]!, iso[2]!, iso[3]!)
  const yearFirst = /(?<!\d)((?:19|20)\d\d)[-. ]([a-z]{3})[a-z]*[-. ](\d{1,2})(?!\d)/i.exec(value)
  if (yearFirst) return asDay(yearFirst[1]!, monthOf(yearFirst[2]!), yearFirst[3]!)
  const named = /(?<!\d)(\d{1,2})(?:st|nd|rd|th)?[-./ ]([a-z]{3})[a-z]*\.?,?[-./ ]((?:19|20)\d\d)/i.exec(value)
  if (named) return asDay(named[3]!, monthOf(named[2]!), named[1]!)
  const monthFirst =
    /([a-z]{3})[a-z]*\.?[- ](\d{1,2})(?:st|nd|rd|th)?,?[- ](?:[\d:]+ (?:[A-Z]+ )?)?((?:19|20)\d\d)/i.exec(value)
  if (monthFirst) return asDay(monthFirst[3]!, monthOf(monthFirst[1]!), monthFirst[2]!)
  const last = /(?<!\d)(\d{1,2})([-./])(\d{1,2})\2((?:19|20)\d\d)/.exec(value)
  if (!last) return null
  const [, first, mark, second, year] = last
  // 03/04/2020 is March in one country and April in another.
  if (mark === '/' && Number(first) <= 12 && Number(second) <= 12 && first !== second) return null
  return Number(second) > 12 ? asDay(year!, first!, second!) : asDay(year!, second!, first!)
}

const monthOf = (name: string): string => String(months.indexOf(name.toLowerCase()) + 1)

function asDay(year: string, month: string, day: string): string | null {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) ? text : null
}
