import { described } from './describe-match.ts'
import { type HostText, partAround, partsOf } from './host-text.ts'
import type { Candidate } from './keyword-index.ts'
import {
  isCommonInCompany,
  isForeignMarket,
  isHostLabel,
  isMoneySuffix,
  isOldSuffix,
  isOwnersSuffix,
  isRisky,
  isServiceName,
} from './known-names.ts'
import { isCommonWord, isLure, isMoneyWord, isOwnUse, isStrongLure, lureAt } from './lure-words.ts'
import { companyStep, frequencyStep } from './ordinary-words.ts'
import type { Reading } from './segment.ts'

export type Keyword = {
  /** As it was given. */
  keyword: string
  /** In letters and digits, without spaces and hyphens. */
  text: string
  /** How a reason names it: as it was given, or the name of the brand's own site. */
  shown: string
  /** It is a word of everyday language too: chase, apple, orange. */
  isOrdinary: boolean
  /** It is a word, but one that few texts hold: kraken, ledger, stripe. */
  isRareWord: boolean
  /** It is in no list of words or of well-known companies: hardly anybody but its owner has a reason to use it. */
  isUnlisted: boolean
  /** The keyword without its first letter, where that is an everyday word: cloud of icloud, mobile of tmobile. */
  core: string | undefined
}

export type Match = { keyword: string; family: string; score: number; reason: string }

/** What a keyword costs among words, in bits (see segment.ts), and each slip, exchanged letter, hyphen or dot in it. */
const keywordCost = 9
const slipCost = 8
const exchangeCost = 3
/** A digit in it besides slips. */
const strayDigitCost = 4

/**
 * How much better the text must read with the keyword than without it, in bits. A long keyword without slips may be as
 * good; and where imitation is common, so it is where names are cheap and beside words that go with it. Letters that
 * are no word are seldom cheaper to read otherwise when they stand alone there.
 */
function leastMargin(host: HostText, position: Position, length: number, edits: number): number {
  const usual = (host.isShared ? 4 : 0) + (isRisky(host.suffix) ? 2 : 0) + (position.hasLure ? 3 : 0)
  const isAlone = host.isShared && position.hasLure && edits > 0 && position.left > 0 && position.right > 0
  return Math.max(isAlone ? -8 : -4, (edits === 0 && length >= 6 ? 0 : 3) - usual - (isAlone ? 4 : 0))
}

type Case = {
  host: HostText
  candidate: Candidate
  keyword: Keyword
  /** How the text reads without the keyword: asked for only when the score is enough. */
  reading: () => Reading
  /** The least score that counts. */
  least: number
}

/** The match of a keyword found at a position of a name; undefined for too little of a score, or when it reads better without. */
export function judge({ host, candidate, keyword, reading, least }: Case): Match | undefined {
  const { text, breaks } = host
  const { start, end, edits, isExchanged } = candidate
  const inner = innerBreaks(breaks, start, end)
  const length = keyword.text.length
  if (inner === 'dot' && (length < 5 || (length < 6 && breaks[start] === 0))) return undefined
  const seen = text.slice(start, end)
  // What is left of such a keyword after a slip is the word itself, which says nothing.
  if (edits > 0 && keyword.core !== undefined && seen.includes(keyword.core)) return undefined
  const position = positionOf(host, candidate)
  const isAcrossDot = inner === 'dot' && edits === 0
  const score = scoreOf(
    baseScore(keyword, candidate, position) +
      (isAcrossDot ? 0.2 : 0) +
      context(host, position, keyword) -
      doubts(host, candidate, position, keyword),
  )
  if (score < least) return undefined
  if (edits > 0 && length === 5 && !isBounded(host, position, false)) return undefined
  const isAsGiven = edits === 0 && !isExchanged && !host.isInternational && inner === 'none'
  if (isAsGiven && isCommonAbroad(host, position)) return undefined
  const margin = marginOf(reading(), candidate, costOf(candidate, keyword, seen) + breakCost[inner])
  if (margin < leastMargin(host, position, length, edits)) return undefined
  if (length <= 4 && !isBounded(host, position, length === 4 && !keyword.isOrdinary && margin >= 8)) return undefined
  return { keyword: keyword.keyword, score, ...described(host, candidate, keyword.shown, position) }
}

const scoreOf = (sum: number): number => Math.round(Math.min(0.99, Math.max(0, sum)) * 100) / 100

const breakCost = { none: 0, hyphen: 2, dot: 6 }

/** The bits that the keyword costs as it stands there. */
function costOf({ edits, isExchanged }: Candidate, { text }: Keyword, seen: string): number {
  const strayDigits = edits === 0 || /[0-9]/.test(text) ? 0 : seen.replace(/[^0-9]/g, '').length
  return keywordCost + strayDigits * strayDigitCost + edits * slipCost + (isExchanged ? exchangeCost : 0)
}

/** By how many bits the text reads better with the keyword. */
const marginOf = ({ before, after }: Reading, { start, end }: Candidate, cost: number): number =>
  before[before.length - 1]! - (before[start]! + cost + after[end]!)

function innerBreaks(breaks: Uint8Array, start: number, end: number): 'none' | 'hyphen' | 'dot' {
  let worst = 0
  for (let at = start + 1; at < end; at++) worst = Math.max(worst, breaks[at]!)
  return worst === 2 ? 'dot' : worst === 1 ? 'hyphen' : 'none'
}

type Position = {
  start: number
  end: number
  /** The sign before and after: 0 none, 1 a hyphen, 2 a dot or an end. */
  left: number
  right: number
  /** How many letters of a word of those that go with imitation stand right beside it. */
  lureBeside: number
  hasLuresBeside: boolean
  /** Such a word is a part of its own, or starts or ends one. */
  hasLure: boolean
  inSubdomain: boolean
  isWholeLabel: boolean
}

function positionOf(host: HostText, { start, end }: Candidate): Position {
  const { text, breaks, registeredAt } = host
  const [left, right] = [breaks[start]!, breaks[end]!]
  const lures = [left === 0 ? lureAt(text, start, 'before') : 0, right === 0 ? lureAt(text, end, 'after') : 0]
  return {
    start,
    end,
    left,
    right,
    lureBeside: Math.max(...lures),
    hasLuresBeside: lures.every((letters) => letters > 2),
    hasLure: partsOf(host).some(([from, to]) => (to <= start || from >= end) && holdsLure(text, from, to)),
    inSubdomain: start < registeredAt,
    isWholeLabel: left === 2 && right === 2,
  }
}

const holdsLure = (text: string, from: number, to: number): boolean => {
  const part = text.slice(from, to)
  return isLure(part) || lureAt(part, 0, 'after') >= 4 || lureAt(part, part.length, 'before') >= 4
}

/**
 * Short keywords must stand alone, or next to a sign or a number on one side and such a word on the other; a sure one next
 * to a sign is enough where names are cheap.
 */
function isBounded({ text, suffix, isShared }: HostText, position: Position, isSure: boolean): boolean {
  const { start, end, left, right, lureBeside, hasLuresBeside } = position
  const isLeft = left > 0 || isDigit(text[start - 1])
  const isRight = right > 0 || isDigit(text[end])
  if ((isLeft && isRight) || hasLuresBeside) return true
  return (isLeft || isRight) && (lureBeside > 0 || (isSure && (isShared || isRisky(suffix))))
}

const isDigit = (sign: string | undefined): boolean => sign !== undefined && sign >= '0' && sign <= '9'

const isCommonAbroad = (host: HostText, { isWholeLabel, inSubdomain, start, end }: Position): boolean =>
  isWholeLabel && !inSubdomain && !host.isShared && isCommonInCompany(host.text.slice(start, end), host.suffix)

/** By how sure the keyword alone makes it: long ones more than short ones, names more than everyday words. */
function baseScore(
  { text, isOrdinary, isRareWord }: Keyword,
  { edits, isExchanged }: Candidate,
  position: Position,
): number {
  const { length } = text
  const byLength = length >= 8 ? 0.78 : length >= 6 ? 0.7 : [0, 0, 0.15, 0.3, 0.45, 0.6][length]!
  const slips =
    edits === 0 ? (isExchanged ? 0.05 : 0) : edits === 1 ? (length >= 8 ? 0.08 : 0.18) : length >= 12 ? 0.15 : 0.25
  const isWhole = position.isWholeLabel && (edits === 0 || length >= 6)
  const asWord = isOrdinary ? (length >= 8 ? 0.3 : 0.25) : isRareWord ? (length >= 8 ? 0.15 : 0.1) : 0
  return byLength - asWord - slips + (isWhole ? 0.1 : 0)
}

/** Where names cost little; much of .ru and .cn is abuse, and much of it the shops of a country. */
const isCheap = ({ suffix, isShared }: HostText): boolean =>
  isShared || (isRisky(suffix) && !/^(?:ru|cn|com\.cn)$/.test(suffix))

/** What speaks for the owner's own name, or for another one that is written nearly so. */
function doubts(host: HostText, { edits, isExchanged }: Candidate, position: Position, keyword: Keyword): number {
  const { text, suffix, isInternational, isHyphenated, registeredAt } = host
  const { start, end, left, right } = position
  if (edits > 0) {
    const [from, to] = partAround(host, start, end)
    if (isHostLabel(text.slice(from, to))) return 0.7
    // Nothing speaks for imitation but the slip, and more letters go on: another word.
    const isBare = !position.hasLure && position.lureBeside < 4 && !isCheap(host) && !isHyphenated
    const goesOn = (left === 0 && !isDigit(text[start - 1])) || (right === 0 && !isDigit(text[end]))
    return isBare && (goesOn || edits > 1) ? 0.1 : 0
  }
  if (isExchanged || isInternational) return 0
  if (start === 0 && end === text.length && position.isWholeLabel && isOwnersSuffix(suffix))
    return keyword.isUnlisted || isMoneySuffix(suffix) ? 0.3 : 0.7
  const isPlain = !isCheap(host) && !position.hasLure && !/[0-9]/.test(text) && !isHyphenated
  if (isPlain && start === 0 && end === registeredAt && isServiceName(text.slice(start, end))) return 0.7
  if (!isPlain || position.lureBeside > 0) return 0
  // Three letters or an everyday word alone are the names of many companies.
  if (position.isWholeLabel && !position.inSubdomain) {
    if (keyword.isRareWord && isOldSuffix(suffix)) return 0.25
    if (keyword.text.length < 4 && isForeignMarket(keyword.text, suffix)) return -0.1
    return keyword.isOrdinary || keyword.text.length < 4 ? 0.15 : 0
  }
  const [from, to] = partAround(host, start, end)
  // One letter more is a slip, unless it makes the plural.
  const isOneMore = to - from === end - start + 1 && text[to - 1] !== 's'
  if (keyword.isRareWord && (left === 0 || right === 0) && !isOneMore) return 0.15
  // 'mintmobile' is no 'tmobile', and 'viberate' no 'viber' with something beside it.
  const isGluedCore = keyword.core !== undefined && from < start && !isOneMore
  const isFragment = keyword.text.length < 6 && from === start && to - end > 1 && to - end < 4
  return isGluedCore || isFragment ? 0.25 : 0
}

/** What else speaks for imitation, or against it. */
function context(host: HostText, position: Position, keyword: Keyword): number {
  const { text, suffix, isShared, isInternational, isHyphenated, registeredAt } = host
  const isAlone = position.left > 0 && position.right > 0
  const risky = isRisky(suffix)
  return (
    (isShared ? (isAlone ? 0.3 : 0.2) : 0) +
    (risky ? 0.15 : 0) +
    lures(host, position, keyword) +
    (isAlone && !keyword.isOrdinary && keyword.text.length < 5 && isHyphenedTo(host, position) ? 0.1 : 0) +
    (isAlone && /^(com|net|org|io)/.test(text.slice(position.end)) ? 0.15 : 0) +
    (position.inSubdomain && isAlone ? 0.2 : 0) +
    (isHyphenated ? 0.1 : 0) +
    (/[0-9]{5}/.test(text) ? 0.15 : /[0-9]{3}/.test(text) ? 0.1 : 0) +
    (isInternational ? 0.15 : 0) -
    (isShared || risky ? 0 : ownersUse(host, position, keyword)) -
    (position.inSubdomain && !isShared && frequencyStep(text.slice(registeredAt)) === companyStep
      ? keyword.isRareWord
        ? 0.45
        : 0.35
      : 0) -
    (/(^|\.)(gov|edu|mil|gob|ac)(\.|$)/.test(suffix) ? 0.4 : 0)
  )
}

/** Words beside the keyword that go with imitation; beside an everyday word those that companies use say nothing. */
function lures(host: HostText, position: Position, { isOrdinary, isRareWord, text: keyword }: Keyword): number {
  const { text } = host
  const isAlone = position.left > 0 && position.right > 0
  const parts = partsOf(host).filter(([from, to]) => to <= position.start || from >= position.end)
  if (isAlone && parts.some(([from, to]) => holdsStrongLure(text.slice(from, to)))) return 0.3
  if ((isOrdinary || isRareWord || keyword.length < 5) && !isCheap(host) && position.left + position.right > 0) {
    const [from, to] = partAround(host, position.start, position.end)
    const [before, after] = [text.slice(from, position.start), text.slice(position.end, to).replace(/[0-9]+$/, '')]
    const isCommon = isCommonWord(before) || isCommonWord(after)
    if (isCommon && !parts.some(([start, end]) => (end <= from || start >= to) && holdsLure(text, start, end))) return 0
  }
  const withLures = isAlone ? parts.filter(([from, to]) => holdsLure(text, from, to)).length : 0
  if (withLures > 1) return 0.3
  return position.hasLure || position.lureBeside > 3 ? 0.2 : position.lureBeside > 0 ? 0.1 : 0
}

/** The keyword and other words, with hyphens between: a short name that is no word stands out. */
const isHyphenedTo = ({ registeredAt }: HostText, { start, left, right }: Position): boolean =>
  start >= registeredAt && (left === 1 || right === 1)

const holdsStrongLure = (part: string): boolean => {
  for (let size = Math.min(part.length, 12); size >= 3; size--)
    if (isStrongLure(part.slice(0, size)) || isStrongLure(part.slice(-size))) return true
  return false
}

/**
 * How much speaks for the owner where the registered label is the keyword and one of the words with which companies name
 * what they run. Little does of a name that only its owner has a reason to use, and of words of money and jobs.
 */
function ownersUse({ text, registeredAt }: HostText, { start, end, left, right }: Position, keyword: Keyword): number {
  const beside =
    start === registeredAt
      ? text.slice(end)
      : end === text.length && start > registeredAt
        ? text.slice(registeredAt, start)
        : ''
  if (!isOwnUse(beside)) return 0
  if (isMoneyWord(beside)) return left > 0 && right > 0 ? 0 : 0.1
  return keyword.isUnlisted ? 0.1 : 0.35
}
