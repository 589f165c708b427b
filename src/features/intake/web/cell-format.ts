import { isEmpty } from '#columns/column.ts'
import type { CellFormat, GridRow } from '#kit/web/EditableGrid-rows.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { readDay, showDay } from '#vocabulary/dates.ts'
import { priorities, readPriority } from '#vocabulary/priorities.ts'
import { invalidReasonCode, priorityOfReason, readReasonCode, reasonCodes } from '#vocabulary/reason-codes.ts'
import { readStatus, statusDisplay } from '#vocabulary/statuses.ts'

const reasonNames = reasonCodes.map((reason) => reason.name)
const yesNo = ['TRUE', 'FALSE']

/**
 * How the grid displays the cells of an upload: codes as names, unknown reason codes as InvalidReasonCode (S-142), a
 * missing priority as that of its reason code (S-144), and the date as the reporting date the row will get (S-147).
 */
export function uploadCellFormat(platform: FindingPlatformDefinition, reportingDate: string): CellFormat {
  const statusNames = platform.statuses.map((code) => statusDisplay(code).name)
  return {
    choices: (name) => {
      switch (platform.columns[name]!.kind) {
        case 'status':
          return statusNames
        case 'priority':
          return priorities
        case 'reasonCode':
          return reasonNames
        case 'yesNo':
          return yesNo
        default:
          return undefined
      }
    },
    show: (name, row) => {
      if (name === 'dateAdded') return { text: showDay(reportingDate), faint: true }
      return formatters[platform.columns[name]!.kind]?.(row[name], row)
    },
  }
}

type FormattedCell = { text: string; faint?: boolean } | undefined

const formatters: Partial<Record<string, (cell: unknown, row: GridRow) => FormattedCell>> = {
  status: (cell) => {
    const code = isEmpty(cell) ? undefined : readStatus(cell)
    return code === undefined ? undefined : { text: statusDisplay(code).name }
  },
  reasonCode: (cell) => (isEmpty(cell) ? undefined : { text: readReasonCode(cell)?.name ?? invalidReasonCode }),
  priority: (cell, row) => {
    if (!isEmpty(cell)) {
      const read = readPriority(cell)
      return read ? { text: read } : undefined
    }
    const derived = priorityOfReason(row['reasonCode'])
    return derived === null ? undefined : { text: derived, faint: true }
  },
  day: (cell) => {
    const day = isEmpty(cell) ? undefined : readDay(cell)
    return day === undefined ? undefined : { text: showDay(day) }
  },
}
