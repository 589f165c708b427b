import { refangAddress } from '#vocabulary/addresses.ts'
import { readDay, type Day } from '#vocabulary/dates.ts'
import type { Columns } from './column.ts'
import { kindOf, type KindName } from './kinds.ts'

/**
 * Conditions of a list beside its plain filters, each in a parameter 'column.operator': any of several texts or
 * values, none of them, empty or not, and from … to. They are combined with the plain filters by 'and'.
 */
export const operators = ['any', 'not', 'is', 'between'] as const
export type Operator = (typeof operators)[number]

/** A parsed condition; an open side of a range is undefined. */
export type Condition =
  | { search: 'parts'; texts: string[] }
  | { search: 'not'; texts: string[] }
  | { search: 'empty'; isEmpty: boolean }
  | { search: 'days'; from: Day | undefined; to: Day | undefined }
  | { search: 'numbers'; from: number | undefined; to: number | undefined }

/** Separates texts and values; a text with this character can be searched by the plain filter only. */
export const separator = '|'
/** In this condition a text in quotes is the whole value, in any letter case; others are a part of it. */
export const wholeText = (text: string): string => `"${text}"`

/** The text between the quotes of a condition on a whole value; undefined for a part. */
export const wholeOf = (text: string): string | undefined => /^"(.+)"$/s.exec(text)?.[1]

/** Separates the two sides of a range; one of them may be blank. */
const rangeSign = '..'
const maxTexts = 200

/** The operators that a kind of value has. */
export function operatorsOf(kind: KindName): readonly Operator[] {
  const { search } = kindOf(kind)
  return search === 'part' || search === 'many' ? ['any', 'not', 'is'] : ['between', 'is']
}

/** The parameter of a condition. */
export const conditionName = (name: string, operator: Operator): string => `${name}.${operator}`

/** The name of the filter or column in the name of a parameter, plain or of a condition. */
export function columnOfFilter(parameter: string): string {
  const at = parameter.lastIndexOf('.')
  return at > 0 && (operators as readonly string[]).includes(parameter.slice(at + 1))
    ? parameter.slice(0, at)
    : parameter
}

/** The operator in the name of a parameter; undefined for a plain filter. */
export const operatorOf = (parameter: string): Operator | undefined =>
  operators.find((one) => parameter.endsWith(`.${one}`))

/** The parameters of all conditions on the named filters; `aliases` maps a filter's external name to its column. */
export function conditionNames(
  columns: Columns,
  names: readonly string[],
  aliases: Readonly<Record<string, string>> = {},
): string[] {
  return names.flatMap((name) =>
    operatorsOf(columns[aliases[name] ?? name]!.kind).map((operator) => conditionName(name, operator)),
  )
}

/** Reads the text of a condition; undefined when it cannot be read. */
export function readCondition(kind: KindName, operator: Operator, text: string): Condition | undefined {
  switch (operator) {
    case 'any':
    case 'not': {
      const texts = textsIn(text)
      if (texts.length > maxTexts) return undefined
      return { search: operator === 'any' ? 'parts' : 'not', texts }
    }
    case 'is':
      return text === 'empty' || text === 'filled' ? { search: 'empty', isEmpty: text === 'empty' } : undefined
    case 'between':
      return kindOf(kind).search === 'day' ? readDays(text) : readNumbers(text)
  }
}

/** The distinct texts of a condition. */
export const textsIn = (text: string): string[] => [
  ...new Set(
    text
      .split(separator)
      .map((one) => refangAddress(one.trim()))
      .filter(Boolean),
  ),
]

/** The two sides of a range condition as texts, blank where open. */
export function sidesIn(text: string): { from: string; to: string } {
  const at = text.indexOf(rangeSign)
  return at < 0
    ? { from: text.trim(), to: text.trim() }
    : { from: text.slice(0, at).trim(), to: text.slice(at + 2).trim() }
}

/** The text of a range condition; empty when both sides are open. */
export const betweenText = (from: string, to: string): string =>
  from === '' && to === '' ? '' : `${from}${rangeSign}${to}`

function readDays(text: string): Condition | undefined {
  const sides = sidesIn(text)
  const [from, to] = [readDay(sides.from), readDay(sides.to)]
  if ((sides.from !== '' && from === undefined) || (sides.to !== '' && to === undefined)) return undefined
  if (from === undefined && to === undefined) return undefined
  return from !== undefined && to !== undefined && from > to ? undefined : { search: 'days', from, to }
}

function readNumbers(text: string): Condition | undefined {
  const { from, to } = sidesIn(text)
  const pattern = /^\d{1,15}(\.\d{1,6})?$/
  if ((from !== '' && !pattern.test(from)) || (to !== '' && !pattern.test(to)) || from + to === '') return undefined
  const numbers = { from: from === '' ? undefined : Number(from), to: to === '' ? undefined : Number(to) }
  if (numbers.from !== undefined && numbers.to !== undefined && numbers.from > numbers.to) return undefined
  return { search: 'numbers', ...numbers }
}
