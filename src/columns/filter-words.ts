import { spelledOut } from '#vocabulary/data-log.ts'
import { showDay } from '#vocabulary/dates.ts'
import { firstNames } from '#vocabulary/names.ts'
import { statusDisplay } from '#vocabulary/statuses.ts'
import type { Columns } from './column.ts'
import { columnOfFilter } from './conditions.ts'
import type { FilterCondition, Filters } from './filter.ts'

/** The filters of a list as people read them, one text each: 'Status: No Action', 'Title: not tea', 'Price: 10 – 20'. */
export function filterWords(columns: Columns, filters: Filters): string[] {
  return Object.entries(filters).map(([name, condition]) => {
    const { label, kind } = columns[columnOfFilter(name)]!
    return `${label}: ${wordsOf(condition, kind === 'status' ? (code) => statusDisplay(code).name : String)}`
  })
}

function wordsOf(condition: FilterCondition, shown: (value: string) => string): string {
  switch (condition.search) {
    case 'part':
      return condition.text
    case 'many':
      return firstNames(condition.values.map(shown), spelledOut)
    case 'day':
      return showDay(condition.day)
    case 'parts':
      return firstNames(condition.texts.map(shown), spelledOut)
    case 'not':
      return `not ${firstNames(condition.texts.map(shown), spelledOut)}`
    case 'empty':
      return condition.isEmpty ? 'empty' : 'not empty'
    case 'days':
      return range(condition, showDay)
    case 'range':
    case 'numbers':
      return range(condition, String)
  }
}

type Sides<Value> = { from: Value | undefined; to: Value | undefined }

/** A range with its sides; one that is open on a side begins or ends with the sign. */
function range<Value>({ from, to }: Sides<Value>, show: (value: Value) => string): string {
  if (from === to && from !== undefined) return show(from)
  return [from, to]
    .map((side) => (side === undefined ? '' : show(side)))
    .join(' – ')
    .trim()
}
