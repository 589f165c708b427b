import type { Option } from './filter-fields.ts'

/** The options offered, and before them values of the address that are no longer offered: they can still be removed. */
export function allOf(offered: readonly Option[], chosen: readonly string[]): Option[] {
  const gone = chosen.filter((value) => !offered.some((option) => option.value === value))
  return [...gone.map((value) => ({ value, label: value })), ...offered]
}

/** An option's value and those of its group; one value where it is no group. */
export const optionsOfGroup = (options: readonly Option[], value: string): string[] => [
  value,
  ...options.filter(({ within }) => within === value).map((option) => option.value),
]

/** Whether all, some or none of these values are chosen. */
export function stateOf(members: readonly string[], chosen: readonly string[]): 'all' | 'some' | 'none' {
  const count = members.filter((value) => chosen.includes(value)).length
  if (count === 0) return 'none'
  return count === members.length ? 'all' : 'some'
}

/** What is chosen after a click on an option: its group is chosen unless all of it was. */
export function toggledGroup(members: readonly string[], chosen: readonly string[]): string[] {
  const others = chosen.filter((value) => !members.includes(value))
  return stateOf(members, chosen) === 'all' ? others : [...others, ...members]
}
