import {
  currencyAfter,
  currencyBefore,
  currencyIn,
  hasThreeDecimals,
  isCurrency,
  isCurrencyCode,
} from './currencies.ts'

/** A price as read: a plain decimal number ('1049.95'), and the currency as it is written ('US$', 'zł', 'EUR'). */
export type PriceText = { amount: string | null; currency: string | null }

const longest = 1000
const maxNumbers = 40

/**
 * Reads a price from a text of up to 1,000 characters ('Běžná cena 9 800 Kč', '35€ 99', 'From 26 to 50 €': the lower).
 * `currencyHint` is another text of the same price, used where the first has no currency. Never fails; percentages,
 * dates and quantities are not amounts. 'Free' is 0.
 */
export function readPriceText(text: string, currencyHint = '', decimalSeparator?: string): PriceText {
  const line = westernDigits(text.slice(0, longest))
  const numbers = numbersIn(line)
  const chosen = choose(line, numbers)
  const currency = chosen?.currency ?? currencyIn(line) ?? loneCurrency(line, chosen?.number) ?? hinted(currencyHint)
  if (chosen !== undefined) {
    const amount = multiplied(
      amountOf(chosen.number.text, currency, decimalSeparator),
      line.slice(chosen.number.end, chosen.number.end + 10),
    )
    const cents = decimalSeparator === undefined || decimalSeparator === '€' ? chosen.cents : undefined
    return { amount: cents === undefined ? amount : plainNumber(`${amount}.${cents}`), currency: currency ?? null }
  }
  const isFree =
    /\b(free|gratis|kostenlos|gratuit|bezpłatnie|бесплатно)\b/iu.test(line) &&
    !/\b(shipping|delivery|returns?)\b/i.test(line)
  return { amount: isFree && numbers.length === 0 ? '0' : null, currency: currency ?? null }
}

type Found = { text: string; start: number; end: number }
type Chosen = { number: Found; currency: string | undefined; cents?: string }

/** Digits of every script as 0 to 9, every space as a space, Arabic separators as Latin ones; the length is kept. */
export const westernDigits = (text: string): string =>
  isPlain.test(text)
    ? text
    : text
        .replace(/[\s\u200b-\u200d\p{Bidi_Control}]/gu, ' ')
        .replace(/[’‘´`]/g, "'")
        .replace(/[٫．]/g, '.')
        .replace(/[٬،，]/g, ',')
        .replace(/٪/g, '%')
        .replace(/\p{Nd}/gu, (sign) => (sign.length === 1 ? String(digitOf(sign.charCodeAt(0))) : sign))

/** Texts in which there is nothing to replace: most of them. */
const isPlain = /^[ -_a-~]*$/

/** Digits of a script stand in tens, of which the first is 0. */
const tens = [0x30, 0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6, 0xe50]
const moreTens = [0xed0, 0xf20, 0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90, 0x1b50, 0x1bb0]
const lastTens = [0x1c40, 0x1c50, 0xa620, 0xa8d0, 0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0, 0xff10]
const allTens = [...tens, ...moreTens, ...lastTens]
const digitOf = (point: number): number => point - (allTens.findLast((zero) => zero <= point) ?? 0x30)

const numberPattern = /[.,]{0,2}\d+(?:[.,'_]\d+| \d{3}(?!\d)|[.,] \d{2}(?![\d.,]))*/g

function numbersIn(line: string): Found[] {
  const found: Found[] = []
  for (const match of line.matchAll(numberPattern)) {
    let [text] = match
    let start = match.index
    // 'Rs.500' and 'no.5': the dot belongs to the word.
    const leading = /^[.,]*/.exec(text)![0].length
    if (leading > 0 && /\p{L}/u.test(line[start - 1] ?? '')) {
      text = text.slice(leading)
      start += leading
    }
    // '2018 300' is two numbers: only groups of three are one.
    const first = text.indexOf(' ')
    if (first > 3 && /^\d+$/.test(text.slice(0, first))) text = text.slice(0, first)
    found.push({ text, start, end: start + text.length })
    if (found.length === maxNumbers) break
  }
  return found.filter((number) => !isNoAmount(line, number))
}

const months = /\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?,? *(\d{1,2},? *)?$/i

/** Percentages, dates, times, the value an order must have, least quantities. */
function isNoAmount(line: string, { text, start, end }: Found): boolean {
  const before = line.slice(Math.max(0, start - 24), start)
  const after = line.slice(end, end + 12)
  if (/^ ?%/.test(after)) return true
  if (/^(19|20)\d\d$/.test(text) && months.test(before)) return true
  if (/^[-/]0\d(?!\d)/.test(after) || (/\d[-/]$/.test(before) && /^0\d$/.test(text))) return true
  if (after.startsWith('+') && /\b(orders?|shipping|delivery)\b/i.test(line)) return true
  return /(мин\.? *заказ|min(imum|\.)? *(order|qty|quantity))[ :.]*$/i.test(before)
}

/** The first number beside a currency, else the first that is not a part of a word. */
function choose(line: string, numbers: Found[]): Chosen | undefined {
  for (const [at, number] of numbers.entries()) {
    const currency = adjacentTo(line, number)
    if (currency === undefined) continue
    const previous = numbers[at - 1]
    if (previous !== undefined && isRange(line.slice(previous.end, number.start))) return { number: previous, currency }
    const cents = centsAfter(line, number, currency)
    return { number, currency, ...(cents !== undefined && { cents }) }
  }
  const bare = numbers.find(({ start }) => !/[\p{L}_-]/u.test(line[start - 1] ?? '')) ?? numbers[0]
  return bare && !isInWord(line, bare) ? { number: bare, currency: undefined } : undefined
}

const isRange = (between: string) => /^ *(-|–|—|~|to|bis|до|au?|à|até|hasta|ile) *$/i.test(between)
const isInWord = (line: string, { start }: Found) => /\p{L}/u.test(line[start - 1] ?? '')

/** The currency beside a number; an ISO code is preferred to a sign that many countries use. */
function adjacentTo(line: string, { start, end }: Found): string | undefined {
  const left = line.slice(Math.max(0, start - 24), start).replace(/[ :]+$/, '')
  const right = line.slice(end, end + 24)
  const first = ownSign(left)
  const trimmed = right.replace(/^[.,]?[-–—]{0,2} */, '')
  const second = currencyAfter(trimmed)
  // In 'Qty 2 $5' the sign belongs to the next number.
  const isNext = second !== undefined && right.startsWith(' ') && /^\d/.test(trimmed.slice(second.length))
  if (second === undefined || isNext) return first
  return first === undefined || (!/\p{L}/u.test(first) && isCurrencyCode(second)) ? second : first
}

function ownSign(left: string): string | undefined {
  const sign = currencyBefore(left)
  if (sign === undefined || /\p{L}/u.test(sign)) return sign
  const code = currencyBefore(left.slice(0, -sign.length).trimEnd())
  return code !== undefined && isCurrencyCode(code) ? code : sign
}

/** '35€ 99': what follows the sign are the cents, if they are two digits and have no sign of their own. */
function centsAfter(line: string, { text, end }: Found, currency: string): string | undefined {
  if (/[.,]\d{1,2}$/.test(text)) return undefined
  const rest = line.slice(end).trimStart()
  if (!rest.startsWith(currency)) return undefined
  const match = /^ ?(\d{2})(?![\d.,%])/.exec(rest.slice(currency.length))
  if (match === null || currencyAfter(rest.slice(currency.length + match[0].length).trimStart())) return undefined
  return match[1]
}

const units =
  /^(pcs?|pieces?|pack|kg|g|mg|lb|lbs|oz|ml|cl|l|ltr|cm|mm|m|km|ft|in|inch|x|st|stk|stck|шт|ea|each|inc|incl|excl|vat|mwst|ht|ttc|tax|hrs?|h|min|days?|mo|yr|sqft|gb|tb|mb|mah|v|w|hz|stars?|sold|left|items?|sku|off|only|now|new|und|et|and|or|per)$/i

/** The one word after a lone number ('200q', '1 KSh'): nothing else stands there but a currency. */
function loneCurrency(line: string, number: Found | undefined): string | undefined {
  const rest = (number === undefined ? line : line.slice(0, number.start) + line.slice(number.end)).trim()
  if (isCurrency(rest) || /^[\u0621-\u064a]\.[\u0621-\u064a]\.?$/.test(rest)) return rest
  if (number === undefined || line.slice(0, number.start).trim() !== '') return undefined
  const isWord = /^[\p{L}\p{M}][\p{L}\p{M}'"״ʻ.]{0,5}$/u.test(rest) && !/[\p{Script=Han}\p{Script=Hangul}]/u.test(rest)
  // Small Latin letters alone are units more often than currencies, but for the abbreviations of one word.
  return isWord && !(units.test(rest) && rest !== 'L' && rest !== 'M') ? rest : undefined
}

const hinted = (hint: string): string | undefined => {
  const line = westernDigits(hint.slice(0, longest)).trim()
  return currencyIn(line) ?? (isCurrency(line) ? line : undefined)
}

/** The number behind a written one: which separator is the decimal one is inferred, unless given. */
function amountOf(written: string, currency: string | undefined, decimalSeparator: string | undefined): string {
  let text = written.replace(/[ '_]/g, '')
  if (decimalSeparator === '.' || decimalSeparator === ',') return divided(text, text.lastIndexOf(decimalSeparator))
  if (/^[.,]/.test(text)) {
    const bare = text.replace(/^[.,]+/, '')
    if (/^\d+$/.test(bare)) return plainNumber(`0.${bare}`)
    text = bare
  }
  const separators = text.match(/[.,]/g) ?? []
  const last = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','))
  if (last === -1) return plainNumber(text)
  const decimals = text.length - last - 1
  const kinds = new Set(separators).size
  const isDecimal =
    decimals === 3
      ? kinds === 2
        ? /^\d{1,3}([.,]\d{3})+$/.test(text.slice(0, last)) &&
          separators.filter((one) => one === text[last]).length === 1
        : separators.length === 1 && (/^0+$/.test(text.slice(0, last)) || hasThreeDecimals(currency))
      : separators.length === 1 || kinds === 2 || decimals === 2
  return divided(text, isDecimal ? last : -1)
}

function divided(text: string, at: number): string {
  if (at === -1) return plainNumber(text.replace(/[.,]/g, ''))
  return plainNumber(`${text.slice(0, at).replace(/[.,]/g, '') || '0'}.${text.slice(at + 1).replace(/[.,]/g, '')}`)
}

/** '1.2 lakh' and '3 crore' of India, written in full, by what follows the number. */
function multiplied(amount: string, after: string): string {
  const unit = /^ ?(?:(lakhs?|lacs?)|(crores?))(?!\p{L})/iu.exec(after)
  return unit === null ? amount : plainNumber(shifted(amount, unit[1] ? 5 : 7))
}

/** A plain decimal number with its point moved so many places to the right. */
function shifted(amount: string, places: number): string {
  const [whole = '', part = ''] = amount.split('.')
  return `${whole}${part.slice(0, places).padEnd(places, '0')}.${part.slice(places)}`
}

/** No zeros before or after what counts: '0450.50' is '450.5'. */
function plainNumber(text: string): string {
  const [whole = '', part = ''] = text.split('.')
  const decimals = part.replace(/0+$/, '')
  return `${whole.replace(/^0+(?=\d)/, '')}${decimals && `.${decimals}`}`
}
