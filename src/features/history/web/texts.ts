import type { DataRecord } from '#features/history/contract.ts'
import { countText } from '#vocabulary/numbers.ts'

/** Texts of the two log screens. Exact where the specification gives them; the others are ours. */
export const texts = {
  logTitle: 'Log Search',
  dataLogTitle: 'Data Logs',
  fetch: 'Fetch Log',
  reset: 'Reset',
  more: 'Load more',
  nothing: 'No changes of status',
  nothingHint: 'No change in these days matches the filters. Change the dates or reset the filters.',
  noData: 'Nothing has been added, updated, deleted or exported yet',
  noDataHint: 'Uploads, edits, deletions and exports are listed here as they happen.',
  type: 'Type',
  allTypes: 'All types',
  types: { add: 'Added', update: 'Updated', delete: 'Deleted', export: 'Exported' },
  noneOfType: 'Nothing of this type yet',
  shown: (count: number, total: number | undefined) =>
    total === undefined
      ? `Showing ${countText(count)}, counting all…`
      : `Showing ${countText(count)} of ${countText(total)}`,
  moreFailed: 'More could not be loaded',
  findingTitle: 'Finding and its changes',
  findingGone: 'This finding has been deleted. Its history remains.',
  history: 'History',
  undo: 'Undo',
  automatic: 'Automatic',
  staff: 'Brand protection team',
  newRecord: 'New record',
  preparing: 'Preparing the file…',
  arrived: (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB received…`,
} as const

const verbs: Readonly<Record<string, string>> = texts.types

/** Who did what to how many records of a model; unknown types read as Added (A-042, A-043). */
export function sentenceOf({ type, model, totalAffectedRecords: count, updatedBy }: DataRecord): string {
  const name = `${updatedBy.firstName} ${updatedBy.lastName}`.trim() || 'System'
  return `${name} ${verbs[type] ?? 'Added'} ${count > 1 ? `${count} records` : 'a record'} (${model})`
}

/** A username in the log's column, cut at 24 characters (A-040). */
export function cutUsername(username: string): string {
  return username.length > 24 ? `${username.slice(0, 24)}…` : username
}
