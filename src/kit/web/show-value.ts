import type { Column } from '#columns/column.ts'
import { showDay } from '#vocabulary/dates.ts'
import { countText } from '#vocabulary/numbers.ts'
import { reasonCodeName } from '#vocabulary/reason-codes.ts'
import { statusDisplay } from '#vocabulary/statuses.ts'

const two = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const upToTwo = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 2 })

/** A column value as text, the same in every table; empty values and unknown reason codes are blank (C-182). */
export function showValue(column: Pick<Column, 'kind'>, value: unknown): string {
  if (value === null || value === undefined || value === '') return ''
  switch (column.kind) {
    case 'day':
      return showDay(String(value))
    case 'count':
      return countText(Number(value))
    case 'money':
      return two.format(Number(value))
    case 'score':
      return upToTwo.format(Number(value))
    case 'percent':
      return `${upToTwo.format(Number(value))}%`
    case 'yesNo':
      return value === true || value === 'true' ? 'Yes' : 'No'
    case 'reasonCode':
      return reasonCodeName(String(value))
    case 'status':
      return statusDisplay(String(value)).name
    default:
      return String(value)
  }
}
