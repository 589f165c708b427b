import { folded } from './folded.ts'

const locales =
  'en de fr es pt it nl sv nb da is fi et lv lt pl cs sk sl hr sr mk sq hu ro bg ru uk be el tr az ka hy kk ar fa he hi bn ta te mr id ms fil vi th ca gl eu'.split(
    ' ',
  )

/** The names of the days of the week and, as they stand beside a number, of the months. */
function names(): { weekdays: string; months: string } {
  const [weekdays, months] = [new Set<string>(), new Set<string>()]
  for (const locale of locales) {
    const weekday = new Intl.DateTimeFormat(`${locale}-u-nu-latn-ca-gregory`, { weekday: 'long', timeZone: 'UTC' })
    const date = new Intl.DateTimeFormat(`${locale}-u-nu-latn-ca-gregory`, {
      day: 'numeric',
      month: 'long',
      timeZone: 'UTC',
    })
    for (let day = 1; day <= 7; day++)
      weekdays.add(folded(weekday.format(Date.UTC(2026, 1, day))).replace(/-feira$/, ''))
    for (let month = 0; month < 12; month++) {
      const part = date.formatToParts(Date.UTC(2026, month, 15)).find(({ type }) => type === 'month')
      if (part && part.value.length > 2) months.add(folded(part.value))
    }
  }
  const oneOf = (set: Set<string>) => [...set].map((name) => name.replace(/[.()]/g, '\\$&')).join('|')
  return { weekdays: oneOf(weekdays), months: oneOf(months) }
}

const { weekdays, months } = names()

/** Whether a folded text names a day: by its date in digits or words, or as a day of the week. */
export const dated = new RegExp(
  String.raw`(?<!\p{L})(?:(?:this|next|all) week|(?:diese|nächste|kommende)r? woche|(?:cette|la) semaine|toute la semaine|esta semana|(?:n?esta|próxima) semana|(?:questa|prossima) settimana|(?:deze|volgende) week|(?:i|denna|nästa|denne|neste|næste) (?:veckan?|uken?|ugen?)|w(?: tym| przyszłym)? tygodniu|t(?:ento|ýden|ýždeň)|на (?:этой|следующей|цьому) |bu hafta|minggu (?:ini|depan)|tuần (?:này|sau))|本周|本週|下周|下週|今週|来週|이번 ?주|다음 ?주|(?<!\p{L})(?:${weekdays})(?:s|n|na|nak|ig|ye|ya)?(?!\p{L})|\d{1,2}(?:st|nd|rd|th|\.|º|er|-)?\s?(?:de |di |of |d')?(?:${months})(?!\p{L})|(?:${months})\s?\d{1,2}(?!\d)|(?<![\d./:])\d{1,2}\s?[./-]\s?\d{1,2}(?![\d:])\.?|\d{1,2}\s?(?:月|월)\s?\d{1,2}|(?:周|週|星期|曜|요)[一二三四五六日天月火水木金土]|[월화수목금토일]요일|[月火水木金土日]曜`,
  'u',
)
