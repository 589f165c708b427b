import type { Document } from 'domhandler'
import { getPublicSuffix } from 'tldts'
import { attributeOf, elementsOf } from '#columns/html-tree.ts'
import type { Money } from './page-fields.ts'

/** ISO codes of the signs that several countries share, by country (ISO 3166). */
const bySign: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  kr: { DK: 'DKK', SE: 'SEK', NO: 'NOK', IS: 'ISK', FO: 'DKK', GL: 'DKK' },
  '¥': { JP: 'JPY', CN: 'CNY' },
  rs: { IN: 'INR', PK: 'PKR', LK: 'LKR', NP: 'NPR', MU: 'MUR' },
  // Without the United States: their language stands on pages of every country.
  $: {
    AR: 'ARS',
    AU: 'AUD',
    CA: 'CAD',
    CL: 'CLP',
    CO: 'COP',
    HK: 'HKD',
    MX: 'MXN',
    NZ: 'NZD',
    SG: 'SGD',
    TW: 'TWD',
    UY: 'UYU',
  },
}
const signs: Readonly<Record<string, string>> = {
  kr: 'kr',
  'kr.': 'kr',
  '¥': '¥',
  rs: 'rs',
  'rs.': 'rs',
  '₨': 'rs',
  $: '$',
}

/** The country of languages that are spoken in one country only, or almost. */
const byLanguage: Readonly<Record<string, string>> = {
  da: 'DK',
  sv: 'SE',
  nb: 'NO',
  nn: 'NO',
  no: 'NO',
  is: 'IS',
  ja: 'JP',
  zh: 'CN',
  'zh-hans': 'CN',
  hi: 'IN',
}

/** The amount with the ISO code of its currency, where its sign is shared and the page says of which country it is. */
export function withLocalCurrency(money: Money, countries: readonly string[]): Money {
  const sign = signs[money.currency?.toLowerCase() ?? '']
  if (sign === undefined) return money
  const codes = countries.map((country) => bySign[sign]![country])
  const code = codes.find((one) => one !== undefined)
  return code === undefined ? money : { ...money, currency: code }
}

/** The countries of a page, the surest first: of its language and region (BCP 47), then of its address. */
export function countriesOf(document: Document, url: string): string[] {
  const language = languageOf(document).toLowerCase().replaceAll('_', '-').slice(0, 35)
  const region = /-([a-z]{2})(?:-|$)/.exec(language)?.[1]?.toUpperCase()
  const suffix = URL.canParse(url) ? getPublicSuffix(url)?.split('.').at(-1)?.toUpperCase() : undefined
  const ofLanguage = byLanguage[language] ?? (region === undefined ? byLanguage[language.split('-')[0]!] : undefined)
  return [region, ofLanguage, suffix].filter((one) => one !== undefined)
}

function languageOf(document: Document): string {
  for (const element of elementsOf(document)) if (element.name === 'html') return attributeOf(element, 'lang')
  return ''
}
