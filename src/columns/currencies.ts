/** ISO 4217 codes in use, and those of the last decades that shops still print. */
const codes = (
  'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BYR BZD CAD CDF ' +
  'CHF CLP CNY COP CRC CUC CUP CVE CZK DJF DKK DOP DZD EEK EGP ERN ESP ETB EUR FJD FKP FRF GBP GEL GHS GIP GMD GNF ' +
  'GTQ GYD HKD HNL HRK HTG HUF IDR ILS INR IQD IRR ISK ITL JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP ' +
  'LKR LRD LSL LTL LVL LYD MAD MDL MGA MKD MMK MNT MOP MRO MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR ' +
  'PAB PEN PGK PHP PKR PLN PTE PYG QAR RMB RON RSD RUB RUR RWF SAR SBD SCR SDG SEK SGD SHP SLE SLL SOS SRD SSP STN SVC ' +
  'SYP SZL THB TJS TMT TND TOP TRL TRY TTD TWD TZS UAH UGX USD UYU UZS VEF VES VND VUV WST XAF XCD XOF XPF YER ZAR ' +
  'ZMW ZWL BTC CND NTD KSH UAE'
).split(' ')

/** Codes that are words of their own: a currency only beside a number. */
const wordCodes = new Set(['ALL', 'TOP', 'TRY', 'CUP', 'MOP', 'PEN', 'MAD', 'GEL', 'SOS', 'BAM', 'LAK', 'CAD', 'UAE'])

/** Codes by other names. */
const sameAs: Readonly<Record<string, string>> = {
  RMB: 'CNY',
  CND: 'CAD',
  NTD: 'TWD',
  KSH: 'KES',
  UAE: 'AED',
  RUR: 'RUB',
}

/**
 * What shops write, by ISO code; '' where several countries use it. Compared without regard to case, except for signs
 * of one or two letters.
 */
const written: Readonly<Record<string, string>> = {
  '': '$|kr|kr.|Rs|₨|¥|¢|Br|Fr|fr.|franc|francs|peso|pesos|dinar|dinars|rupee|rupees|﷼|ريال|دينار|جنيه|ليرة|din|din.|дин|дин.',
  USD: 'US$|U.S.$|U$S|U$D|US$D|USD$|dollar|dollars|美元|美金|دولار|US $',
  EUR: '€|euro|euros|eur.|ευρώ|евро|يورو|欧元',
  GBP: '£|₤|stg|GB£|UK£|pound|pounds|sterling|GBp|英镑',
  INR: '₹|र|रु|रू|ரூ|রু',
  JPY: '円|yen|JP¥|日元|日圓|JPY¥|￥',
  CNY: '元|圆|圓|人民币|CN¥|RMB¥|yuan|元人民币',
  TWD: 'NT$|NTD$|台幣|新台幣|TW$|NT $',
  KRW: '₩|원|￦|won',
  PLN: 'zł|zl|złotych|złoty|zlotych',
  CZK: 'Kč|Kc|Kčs',
  HUF: 'Ft',
  RON: 'lei|leu|lej',
  BGN: 'лв|лв.|lv|lv.|лева',
  RUB: '₽|руб|руб.|р.|Р|rub|rub.',
  UAH: '₴|грн|грн.|hrn|гривень|гривен',
  KZT: '₸|тг|тг.|тенге',
  BYN: 'бел.руб.|Br.|руб.бел',
  TRY: '₺|TL|YTL',
  ILS: '₪|NIS|ש״ח|ש"ח|ש\'ח|ש’ח|שח',
  IRR: 'ریال',
  IRT: 'تومان|تومن|Toman',
  SAR: 'ر.س|ر.س.|SR|ريال سعودي',
  AED: 'د.إ|د.إ.|Dhs|Dhs.|Dh|Dh.|AED.|درهم',
  EGP: 'ج.م|ج.م.|E£|LE|L.E.|جنيه مصري',
  KWD: 'د.ك|د.ك.|KD|دينار كويتي',
  BHD: 'د.ب|د.ب.|BD',
  OMR: 'ر.ع|ر.ع.|R.O.|RO',
  QAR: 'ر.ق|ر.ق.|QR',
  JOD: 'د.أ|د.أ.|د.ا|JD',
  IQD: 'ع.د|د.ع|د.ع.|ID',
  YER: 'ر.ي|ر.ي.',
  LBP: 'ل.ل|ل.ل.|LL|LB£|L£',
  SYP: 'ل.س|ل.س.|SY£|S£',
  LYD: 'ل.د|د.ل|LD',
  TND: 'د.ت|د.ت.|DT',
  DZD: 'دج|د.ج|د.ج.|DA',
  MAD: 'د.م|د.م.|درهم مغربي',
  SDG: 'ج.س|ج.س.',
  THB: '฿|บาท|baht',
  VND: '₫|VNĐ|VND.|đ|đồng',
  IDR: 'Rp|Rp.',
  MYR: 'RM',
  PHP: '₱|Php.|P.',
  SGD: 'S$|SG$',
  HKD: 'HK$|HK $',
  AUD: 'A$|AU$|A $|AU $',
  NZD: 'NZ$|NZ $',
  CAD: 'C$|CA$|CDN$|Can$|C $|CA $',
  MXN: 'MX$|Mex$',
  BRL: 'R$|BR$|R $',
  ARS: 'AR$',
  CLP: 'CL$|CLP$',
  COP: 'CO$|COL$|COP$',
  UYU: '$U|UY$',
  BOB: 'Bs|Bs.|$b',
  VES: 'Bs.F.|Bs.S.|BsF',
  PEN: 'S/.|S/',
  PAB: 'B/.|B/',
  CRC: '₡',
  GTQ: 'Q',
  PYG: '₲|Gs|Gs.',
  DOP: 'RD$',
  JMD: 'J$',
  TTD: 'TT$',
  BBD: 'Bds$',
  BZD: 'BZ$',
  XCD: 'EC$',
  GYD: 'GY$|G$',
  CUC: 'CUC$',
  MOP: 'MOP$',
  BND: 'B$|BN$',
  FJD: 'FJ$',
  NAD: 'N$',
  SRD: 'Sr$',
  SBD: 'SI$',
  TOP: 'T$',
  WST: 'WS$',
  ZWL: 'Z$',
  LRD: 'L$|LR$|LD$',
  CVE: 'CV$|Esc',
  ZAR: 'R|ZAR.',
  NGN: '₦',
  KES: 'KSh|KShs|Ksh.',
  UGX: 'USh',
  TZS: 'TSh',
  GHS: 'GH₵|₵|GH¢',
  XOF: 'FCFA|CFA|F.CFA',
  XAF: 'FCFA.',
  ETB: 'ብር',
  ERN: 'Nfk|ናቕፋ',
  BIF: 'FBu',
  DJF: 'Fdj',
  GNF: 'FG|GFr',
  RWF: 'RF|FRw',
  MRU: 'UM',
  MZN: 'MTn|MT',
  ZMW: 'ZK',
  AOA: 'Kz|kwz',
  BTN: 'Nu|Nu.',
  MMK: 'Ks',
  KHR: '៛',
  LAK: '₭',
  MNT: '₮',
  BDT: '৳|Tk|Tk.',
  NPR: 'NPRs|नेरू',
  PKR: 'PKRs|₨.',
  LKR: 'SLRs|රු',
  MUR: 'MURs',
  AFN: '؋|Afs|Af',
  AMD: '֏|դր.',
  AZN: '₼|ман.|man.',
  GEL: '₾|ლარი|ლ',
  UZS: "сўм|so'm|so‘m|soʻm|Sʻ|сум",
  KGS: 'сом|som',
  TJS: 'сомонӣ',
  MKD: 'ден|ден.|ДЕН',
  BAM: 'KM|км',
  RSD: 'РСД|RSD.',
  HRK: 'kn',
  ALL: 'Lek|lekë',
  CHF: 'SFr|SFr.|sFr.|CHF.|₣|Fr.',
  SEK: 'SKr|kronor',
  NOK: 'NKr',
  DKK: 'DKr',
  ISK: 'Ikr',
  VUV: 'VT',
  BTC: '₿|Ƀ',
  LTL: 'Lt',
  LVL: 'Ls',
  TMT: 'm.',
}

/** Written forms in which upper and lower case differ in meaning, or that are too short to be read in any case. */
const isCaseSensitive = (form: string) => form.replace(/[^\p{L}]/gu, '').length <= 2 && /\p{Script=Latin}/u.test(form)

const forms = new Map<string, string>()
for (const [code, list] of Object.entries(written))
  for (const form of list.split('|')) if (!forms.has(form)) forms.set(form, code)
for (const code of codes) forms.set(code, sameAs[code] ?? code)
const anyCase = new Map([...forms].map(([form, code]) => [form.toLowerCase(), { form, code }]))

const longest = Math.max(...[...forms.keys()].map((form) => form.length))
const startsWithLetter = /^\p{L}/u
const endsWithLetter = /\p{L}$/u
const joins = /[\p{L}\p{M}]/u

/** The written form that stands at this place of a text, if no letter goes on before or after it. */
function formAt(text: string, start: number, end: number): string | undefined {
  const part = text.slice(start, end)
  if (!forms.has(part)) {
    const known = anyCase.get(part.toLowerCase())
    if (known === undefined || isCaseSensitive(known.form)) return undefined
  }
  if (startsWithLetter.test(part) && joins.test(text[start - 1] ?? '')) return undefined
  // 'рублей' is the sign 'руб' and an ending.
  const next = text[end] ?? ''
  return endsWithLetter.test(part) && joins.test(next) && !(part === 'руб' && next === 'л') ? undefined : part
}

/** The currency written directly before the end of a text. */
export function currencyBefore(text: string): string | undefined {
  for (let length = Math.min(longest, text.length); length > 0; length--) {
    const found = formAt(text, text.length - length, text.length)
    if (found !== undefined) return found
  }
  return undefined
}

/** The currency written at the start of a text. */
export function currencyAfter(text: string): string | undefined {
  for (let length = Math.min(longest, text.length); length > 0; length--) {
    const found = formAt(text, 0, length)
    if (found !== undefined) return found
  }
  return undefined
}

/** Short forms that are no other word, so that they need no number beside them. */
const sure = new Set('Р р. zł Kč Rs Rp Ft kr RM TL KD kn'.split(' '))
const ordinary = new Set('pound pounds won man. m. P. din som Toman franc peso pesos E£ real'.split(' '))
const isPlain = (form: string) =>
  sure.has(form) || !(wordCodes.has(form) || ordinary.has(form) || (isCaseSensitive(form) && /^\p{L}+\.?$/u.test(form)))
const plainBySign = new Map<string, string[]>()
for (const form of [...forms.keys(), ...sure].filter(isPlain).sort((a, b) => b.length - a.length))
  plainBySign.set(form[0]!, [...(plainBySign.get(form[0]!) ?? []), form])

/** A currency anywhere in a text, if it can be nothing else. */
export function currencyIn(text: string): string | undefined {
  for (let at = 0; at < text.length; at++)
    for (const form of plainBySign.get(text[at]!) ?? [])
      if (text.startsWith(form, at) && formAt(text, at, at + form.length) === form) return form
  return undefined
}

/** Whether a text is a currency and nothing else, in any case of letters. */
export const isCurrency = (text: string): boolean => anyCase.has(text.toLowerCase())

/** Whether it is one of ISO 4217, as written there. */
export const isCurrencyCode = (text: string): boolean => codes.includes(text)

/** The ISO 4217 code of a written currency; undefined where several countries write it so, or it is not known. */
export function currencyCode(text: string): string | undefined {
  const trimmed = text.trim()
  const known = forms.get(trimmed) ?? anyCase.get(trimmed.toLowerCase())?.code
  return known || undefined
}

/** Currencies of three decimals: '423.923 KD' is no round number of thousands. */
export const hasThreeDecimals = (text: string | undefined): boolean =>
  text !== undefined && ['KWD', 'BHD', 'OMR', 'JOD', 'TND', 'LYD'].includes(currencyCode(text) ?? '')
