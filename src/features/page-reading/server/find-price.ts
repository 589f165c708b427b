import { Text, type Element } from 'domhandler'
import { attributeOf } from '#columns/html-tree.ts'
import { onOneLine } from '#vocabulary/one-line.ts'
import type { Money } from './page-fields.ts'
import type { Outline, ShortText } from './page-outline.ts'
import { type Candidate, candidatesOf, textBeside } from './price-candidates.ts'
import {
  bindingWords,
  currentWords,
  isCountOfParts,
  listLabels,
  otherLabels,
  otherWords,
  priceWords,
  usualLabels,
  usualNames,
  wholeAmount,
  withoutTax,
  withoutTaxNames,
} from './price-words.ts'

/**
 * The price of the thing a page is about, and the price crossed out beside it. `described` is what the page says for
 * machines; `inScripts` what its scripts hold, which only confirms a price that is shown or stands in for one.
 */
export function findPrice(
  outline: Outline,
  described: readonly (Money | undefined)[],
  inScripts?: Money,
): { price?: Money; mrp?: Money } {
  const candidates = candidatesOf(outline)
  const known = described.filter((one) => one !== undefined)
  const times = new Map<string, number>()
  for (const { money, position } of candidates)
    if (!position.isAside && !position.isCrossed) times.set(money.amount, (times.get(money.amount) ?? 0) + 1)
  const isNet = ({ position, at }: Candidate) =>
    withoutTax.test(position.text) ||
    withoutTaxNames.test(position.hint.slice(0, 60)) ||
    withoutTax.test(labelBefore(position, at, outline))
  for (const one of candidates)
    one.score = scoreOf(one, outline, times.get(one.money.amount) ?? 0, inScripts ? [...known, inScripts] : known)
  for (const [i, one] of candidates.entries()) {
    const earlier = candidates.slice(Math.max(0, i - 4), i)
    const isSecond = earlier.some(
      (other) =>
        one.position.order - other.position.order < 30 &&
        Number(other.money.amount) > Number(one.money.amount) &&
        !other.position.isStruck,
    )
    if (isSecond && isNet(one)) one.score -= 4
    if (usualNames.test(one.position.hint.slice(0, 60)) && hasLowerBeside(one, candidates, i)) one.score -= 1.5
    const isUsual = usualLabels.test(one.position.text) || usualLabels.test(labelBefore(one.position, one.at, outline))
    if (isUsual && hasOtherLower(one, candidates, i, outline)) one.score -= 3
  }
  const best = candidates.reduce<Candidate | undefined>(
    (top, one) => (top === undefined || one.score > top.score + 0.001 ? one : top),
    undefined,
  )
  const shown = best !== undefined && best.score >= 2.5 ? best.money : undefined
  // What the page says of itself counts, unless it says two things and shows one of them.
  const agreed = shown && known.find((one) => Number(one.amount) === Number(shown.amount))
  const isReduced =
    shown !== undefined &&
    known[0] !== undefined &&
    Number(shown.amount) < Number(known[0].amount) &&
    isOnlyCrossed(candidates, known[0], best!)
  // '1.299' where '1.299,00 €' is shown: the dot divides thousands.
  const isGrouped =
    shown !== undefined &&
    known[0] !== undefined &&
    isThousandfold(shown, known[0]) &&
    /\d\.\d{3}(?!\d)/.test(best!.position.text)
  const isShown = agreed !== undefined || isReduced || isGrouped
  const price = isShown ? shown : (known[0] ?? shown ?? inScripts)
  if (price === undefined) return {}
  const crossed = candidates
    .filter(
      (one) =>
        (one.position.isCrossed || isListPrice(one, outline)) &&
        !one.position.isAside &&
        Number(one.money.amount) > Number(price.amount),
    )
    .filter(
      ({ position }) =>
        best === undefined || best.money !== price || Math.abs(position.order - best.position.order) < 60,
    )
  const mrp = crossed[0]?.money
  return { price: withCurrency(price, known[0]), ...(mrp && { mrp: withCurrency(mrp, price) }) }
}

const isListPrice = ({ position, at }: Candidate, outline: Outline): boolean =>
  listLabels.test(position.text) || listLabels.test(labelBefore(position, at, outline))

const isThousandfold = (shown: Money, stated: Money): boolean =>
  stated.amount.includes('.') && Number(shown.amount) === Math.round(Number(stated.amount) * 1000)

/** Of two prices one after the other the one called regular is the old one, if the other is lower. */
const hasLowerBeside = ({ position, money }: Candidate, candidates: readonly Candidate[], at: number): boolean =>
  candidates
    .slice(Math.max(0, at - 3), at + 4)
    .some(
      (other) =>
        Number(other.money.amount) < Number(money.amount) &&
        Math.abs(other.position.order - position.order) < 15 &&
        /\b(sale|discount|special|promo|offer|final|current|now)/.test(other.position.hint.slice(0, 60)),
    )

/** A lower price follows that is no part of it, nor what is paid besides: the usual price is not paid. */
const hasOtherLower = (
  { position, money }: Candidate,
  candidates: readonly Candidate[],
  at: number,
  outline: Outline,
) =>
  candidates
    .slice(at + 1, at + 4)
    .some(
      (other) =>
        !other.position.isAside &&
        other.position.order - position.order < 20 &&
        Number(other.money.amount) < Number(money.amount) &&
        Number(other.money.amount) > Number(money.amount) / 5 &&
        !otherWords.test(other.position.hint.slice(0, 200)) &&
        !otherLabels.test(`${other.position.text} ${labelBefore(other.position, other.at, outline)}`),
    )

/** The price said is the old one: beside the lower one that is shown, it is struck through. */
function isOnlyCrossed(candidates: readonly Candidate[], stated: Money, best: Candidate): boolean {
  const beside = candidates.filter(
    ({ position, money }) =>
      Number(money.amount) === Number(stated.amount) && Math.abs(position.order - best.position.order) < 40,
  )
  return !best.position.isCrossed && beside.length > 0 && beside.every(({ position }) => position.isCrossed)
}

const withCurrency = (money: Money, other: Money | undefined): Money =>
  money.currency === undefined && other?.currency !== undefined ? { ...money, currency: other.currency } : money

function scoreOf({ position, at, money }: Candidate, outline: Outline, times: number, known: readonly Money[]): number {
  const { hint, text, order, element } = position
  const amount = Number(money.amount)
  const near = hint.slice(0, 200)
  const own = hint.slice(0, 80)
  let score = 0
  if (money.currency !== undefined || wholeAmount.test(text)) score += 2
  if (priceWords.test(own)) score += 2
  else if (priceWords.test(near)) score += 1
  if (currentWords.test(near)) score += 1
  if (otherWords.test(near)) score -= 2
  if (bindingWords.test(own)) score -= 1.5
  if (otherLabels.test(text) || otherLabels.test(labelBefore(position, at, outline))) score -= 3
  if (isCountOfParts.test(textBeside(element, 'prev').slice(-20))) score -= 4
  if (text.length > 30) score -= 1
  if (position.isAside) score -= 5
  if (position.isHidden) score -= 2.5
  if (amount === 0) score -= 5
  if (attributeOf(element, 'itemprop') === 'price') score += 2
  score += sizeOf(element)
  if (outline.title !== undefined) {
    const distance = order - outline.titleOrder
    // A price just above the title is as near as one below.
    score += distance >= -40 ? 2.5 * Math.exp(-Math.abs(distance) / 250) : Math.max(-1.5, distance / 300)
  } else score += Math.exp(-order / 1500)
  score += Math.min(1, (times - 1) * 0.4)
  // Struck through in tags is an old price; by its name only, it may be the one price there is.
  if (position.isCrossed) score -= position.isStruck ? 6 : 2.5
  const rank = known.findIndex((one) => Number(one.amount) === amount)
  if (rank !== -1 && !position.isCrossed) score += rank === 0 ? 3.5 : 3
  return score
}

/** Larger type: headings, bold, and sizes written on the element. */
function sizeOf(element: Element): number {
  let score = 0
  for (let node: Element | null = element, up = 0; node && up < 3; node = node.parent as Element | null, up++) {
    if (/^h[1-4]$/.test(node.name)) score = Math.max(score, 1)
    if (/^(strong|b|big)$/.test(node.name)) score = Math.max(score, 0.5)
    const size =
      node.attribs === undefined
        ? null
        : /font(?:-size)?:[^;\d]{0,20}([\d.]{1,6})(px|pt|em|rem)/i.exec(attributeOf(node, 'style').slice(0, 500))
    if (size) score = Math.max(score, Number(size[1]) * (/em$/i.test(size[2]!) ? 16 : 1) >= 18 ? 1 : 0)
  }
  return score
}

/** Of a list or table another entry. */
const isInOtherEntry = (one: Element, other: Element): boolean => entryOf(one) !== entryOf(other)

function entryOf(element: Element): Element | undefined {
  for (let node = element as Element | null, up = 0; node && up < 4; node = node.parent as Element | null, up++)
    if (/^(li|tr)$/.test(node.name)) return node
  return undefined
}

/** The short text that stands directly before a price in its block. */
function labelBefore(position: ShortText, at: number, outline: Outline): string {
  const before = position.element.prev
  const beside = before instanceof Text ? onOneLine(before.data.slice(-60)) : ''
  if (/\p{L}{2}.*[:：] ?$/u.test(beside) && !/\d/.test(beside)) return beside.slice(-40)
  for (let i = at - 1; i >= Math.max(0, at - 4); i--) {
    const one = outline.short[i]!
    if (one.text === position.text || /\d/.test(one.text)) continue
    if (position.order - one.order > 4 || isInOtherEntry(one.element, position.element)) return ''
    return one.text.slice(-40)
  }
  return ''
}
