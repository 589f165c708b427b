import { currencyAfter, currencyBefore, currencyCode, currencyIn } from '#columns/currencies.ts'
import { readPriceText, westernDigits } from '#columns/prices.ts'
import { Element, Text } from 'domhandler'
import { textOf } from '#columns/html-tree.ts'
import { onOneLine } from '#vocabulary/one-line.ts'
import type { Money } from './page-fields.ts'
import type { Outline, ShortText } from './page-outline.ts'
import { isCountOfParts, priceWords, taxIncluded, wholeAmount } from './price-words.ts'

/** A text that may be the price; `at` is its number among the short texts. */
export type Candidate = { position: ShortText; at: number; money: Money; score: number }

const maxCandidates = 500

/**
 * The short texts that are one price and not much more. Of nested ones the innermost that has the whole amount; what
 * only an outer one has (the cents, the sign of the currency) is kept.
 */
export function candidatesOf({ short }: Outline): Candidate[] {
  const found = new Map<Element, Candidate>()
  for (const [at, position] of short.entries()) {
    if (found.size >= maxCandidates) break
    const money = moneyIn(position)
    if (money === undefined) continue
    const outer = outerOf(position.element, found)
    const isSame = outer?.money.amount === money.amount
    if (outer !== undefined) {
      if (!isSame && isRestOfNumber(position, outer.position)) continue
      if (!isSame && (money.currency === undefined || Math.floor(Number(outer.money.amount)) === Number(money.amount)))
        continue
      found.delete(outer.position.element)
    }
    found.set(position.element, {
      position,
      at,
      money: isSame && money.currency === undefined ? outer.money : money,
      score: 0,
    })
  }
  return withCents([...found.values()])
}

/** '99 zł' in '89,99 zł', whose parts are elements of their own. */
const isRestOfNumber = ({ text }: ShortText, outer: ShortText): boolean => {
  const at = outer.text.indexOf(text)
  return at > 0 && /\d[.,]? ?$/.test(outer.text.slice(0, at))
}

/** '$22999' beside '$229.99' is the same price, whose cents are smaller type. */
function withCents(candidates: Candidate[]): Candidate[] {
  const byDigits = new Map<string, string>()
  for (const { money } of candidates)
    if (money.amount.includes('.')) byDigits.set(money.amount.replace('.', ''), money.amount)
  for (const one of candidates) {
    const amount = byDigits.get(one.money.amount)
    if (amount !== undefined && one.money.amount.length > 2) one.money = { ...one.money, amount }
  }
  return candidates
}

const countNames =
  /(rating|review|count|qty|quantity|valid|date|stock|sku|\bid\b|percent|rate\b|number|code|points?\b|step|pager)/

function moneyIn({ text: written, hint, element }: ShortText): Money | undefined {
  const shown = written.length > 70 || !/\p{Nd}/u.test(written) ? '' : westernDigits(written)
  // '54 990 ₽ <span>59 990</span>': the price is what the element says itself.
  const text = numbersIn(shown) > 1 ? (withTaxIn(shown) ?? lowerOfRange(shown) ?? ownTextOf(element)) : shown
  if (isCountOfParts.test(text)) return undefined
  if (text === '' || !/\d/.test(text) || numbersIn(text) > 1) return undefined
  const { amount, currency } = readPriceText(text)
  if (amount === null) return undefined
  const isBare = !/\p{L}/u.test(text)
  const own = hint.slice(0, 90)
  const isNamed = priceWords.test(own) && !countNames.test(own.slice(0, 40))
  const sure =
    currency !== null && (currencyIn(text) !== undefined || (isNamed && currencyCode(currency) !== undefined))
  const sign = sure ? currency : isBare ? signBeside(element) : undefined
  if (sign !== undefined) return { amount, currency: currencyCode(sign) ?? sign }
  if (wholeAmount.test(text)) return { amount }
  return isNamed && isBare && !/[()/:%+]/.test(text) ? { amount } : undefined
}

/** Of '11,000円(税込12,100円)' the part with the tax; undefined where no part says so, or several do. */
function withTaxIn(text: string): string | undefined {
  const parts = text.split(/[()（）[\]|/]| - /).filter((part) => taxIncluded.test(part) && numbersIn(part) === 1)
  return parts.length === 1 ? parts[0] : undefined
}

/** Of '$12.99 – $24.99', the prices of a thing's kinds, the lower; undefined where the text is no range of two prices. */
function lowerOfRange(text: string): string | undefined {
  const parts = text.split(/ ?[-–—~～] ?| (?:to|bis|à|a|до|hasta|até|ile) /i)
  const [low, high] = parts.map((part) => readPriceText(part))
  if (parts.length !== 2 || !low?.amount || !high?.amount || parts.some((part) => numbersIn(part) !== 1))
    return undefined
  const sign = [...parts].reverse().find((part) => currencyIn(part) !== undefined)
  if (sign === undefined || Number(low.amount) >= Number(high.amount)) return undefined
  return currencyIn(parts[0]!) === undefined ? `${low.amount} ${high.currency}` : parts[0]
}

/** What stands in an element beside its inner elements. */
const ownTextOf = (element: Element): string =>
  westernDigits(
    onOneLine(element.children.map((one) => (one instanceof Text ? one.data.slice(0, 200) : ' ')).join('')).slice(
      0,
      70,
    ),
  )

/** The currency directly before or after an element, in the text or in an element of its own: '$<b>12.99</b>'. */
function signBeside(element: Element): string | undefined {
  const before = textBeside(element, 'prev').slice(-20).trimEnd()
  const after = textBeside(element, 'next').slice(0, 20).trimStart()
  const first = before ? currencyBefore(before) : undefined
  // In '54 990 ₽ <i>59 990</i>' the sign belongs to the number before it.
  const isOfAnother = first !== undefined && /\d ?$/.test(before.slice(0, -first.length))
  const sign = (isOfAnother ? undefined : first) ?? (after ? currencyAfter(after) : undefined)
  return sign !== undefined && currencyIn(sign) !== undefined ? sign : undefined
}

/** The text on one side of an element, or all of the small element that stands there. */
export function textBeside(element: Element, side: 'prev' | 'next'): string {
  const text = element[side]
  if (text instanceof Text && text.data.trim() !== '') return text.data
  const other = text instanceof Text ? text[side] : text
  return other instanceof Element && other.children.length === 1 ? textOf(other, 8) : ''
}

function outerOf(element: Element, found: ReadonlyMap<Element, Candidate>): Candidate | undefined {
  for (let node = element.parent, up = 0; node && up < 12; node = node.parent, up++) {
    const outer = found.get(node as Element)
    if (outer !== undefined) return outer
  }
  return undefined
}

/** How many prices a text has: digits that belong together count once. */
const numbersIn = (text: string): number =>
  text.match(/\d+(?:(?:[.,' \u00a0\u202f’]{1,2}|[€£$](?=\d\d(?!\d)))\d+)*/g)?.length ?? 0
