import {
  betweenText,
  conditionName,
  operatorOf,
  separator,
  sidesIn,
  textsIn,
  type Operator,
} from '#columns/conditions.ts'
import { listOfValues } from '#columns/value-list.ts'
import { showDay } from '#vocabulary/dates.ts'
import { filterSummary, manyOf, type FilterField, type FilterTexts } from './filter-fields.ts'

/** How a filter compares: by its plain filter, or by a condition beside it. */
export type Mode = 'plain' | 'any' | 'not' | 'between' | 'empty' | 'filled'

const modeNames: Record<FilterField['search'], Partial<Record<Mode, string>>> = {
  part: { plain: 'contains', any: 'contains any of', not: 'contains none of' },
  many: { plain: 'is any of', any: 'is any of', not: 'is none of' },
  day: { plain: 'is on', between: 'is between' },
  range: { plain: 'is between', between: 'is between' },
}

/** The modes of a filter with their names, the plain one first; one only where there is nothing to choose. */
export function modesOf(field: FilterField): { value: Mode; label: string }[] {
  const { operators = [], search, isExtra = false } = field
  const names = modeNames[search]
  const isOffered = (mode: Mode): boolean => {
    if (mode === 'plain') return !isExtra
    // The plain filter of values takes several, that of numbers a range.
    if (!isExtra && ((mode === 'any' && search === 'many') || (mode === 'between' && search === 'range'))) return false
    return operators.includes(mode as Operator)
  }
  const named = (Object.entries(names) as [Mode, string][])
    .filter(([mode]) => isOffered(mode))
    .map(([value, label]) => ({ value, label }))
  const emptiness: { value: Mode; label: string }[] = [
    { value: 'empty', label: 'is empty' },
    { value: 'filled', label: 'is not empty' },
  ]
  return [...named, ...(operators.includes('is') ? emptiness : [])]
}

/** The parameter that a mode of a filter is stored in. */
export function parameterOf(field: FilterField, mode: Mode): string {
  if (mode === 'plain') return field.name
  return conditionName(field.name, mode === 'empty' || mode === 'filled' ? 'is' : mode)
}

/** The parameters of a filter, the plain one first. */
export const parametersOf = ({ name, operators = [] }: FilterField): string[] => [
  name,
  ...operators.map((operator) => conditionName(name, operator)),
]

/** The parameters of a filter that are set. */
export const setParameters = (field: FilterField, texts: FilterTexts): string[] =>
  parametersOf(field).filter((name) => texts[name])

/** The mode a filter opens with: the one that is set, else its first. */
export function modeOf(field: FilterField, texts: FilterTexts): Mode {
  const [set] = setParameters(field, texts)
  if (set === undefined) return modesOf(field)[0]!.value
  const operator = operatorOf(set)
  if (operator === undefined) return 'plain'
  return operator === 'is' ? (texts[set] === 'empty' ? 'empty' : 'filled') : operator
}

/** The values of a filter that picks some, plain or by a condition. */
export const valuesOf = (mode: Mode, text: string): string[] => (mode === 'plain' ? manyOf(text) : textsIn(text))

/** The text of values that are picked; the inverse of `valuesOf`. */
export const textOfValues = (mode: Mode, values: readonly string[]): string =>
  mode === 'plain' ? listOfValues(values) : values.join(separator)

/** The text under another mode of the same filter; empty where it cannot be carried over. */
export function carriedText(field: FilterField, text: string, { from, to }: { from: Mode; to: Mode }): string {
  if (to === 'empty' || to === 'filled') return to
  if (from === 'empty' || from === 'filled') return ''
  if (field.search === 'many') return textOfValues(to, valuesOf(from, text))
  if (field.search === 'part') return to === 'plain' ? (textsIn(text)[0] ?? '') : text
  if (field.search === 'day') {
    if (to === 'between') return betweenText(text, text)
    return sidesIn(text).from
  }
  return text
}

/** What a chip says of a parameter that is set: what is compared, and how. */
export function conditionSummary(field: FilterField, parameter: string, text: string): { name: string; text: string } {
  switch (operatorOf(parameter)) {
    case undefined:
      return { name: `${field.label}:`, text: filterSummary(field, text) }
    case 'any':
      return { name: `${field.label}:`, text: listed(field, text, 'or') }
    case 'not':
      return {
        name: field.label,
        text: `${field.search === 'part' ? 'without' : 'is not'} ${listed(field, text, 'or')}`,
      }
    case 'is':
      return { name: field.label, text: text === 'empty' ? 'is empty' : 'is not empty' }
    case 'between':
      return { name: `${field.label}:`, text: sidesSummary(field, text) }
  }
}

function listed(field: FilterField, text: string, word: 'or'): string {
  const names = textsIn(text).map((value) => field.options?.find((option) => option.value === value)?.label ?? value)
  if (names.length > 3) return `${names.slice(0, 2).join(', ')} and ${names.length - 2} more`
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} ${word} ${names.at(-1)!}` : (names[0] ?? '')
}

function sidesSummary(field: FilterField, text: string): string {
  const show = (side: string) => (side !== '' && field.search === 'day' ? showDay(side) : side)
  const { from, to } = sidesIn(text)
  if (from === to) return show(from)
  if (from === '') return `up to ${show(to)}`
  return to === '' ? `from ${show(from)}` : `${show(from)} to ${show(to)}`
}
