import { allOrNone, stillThere, toggled } from '#kit/web/selection.ts'
import { approvalCap } from '#features/findings/contract-schemas.ts'

/** What is selected on a list: some of its loaded rows, or all that match a query, also those not loaded. */
export type ApprovalSelection = {
  chosen: ReadonlySet<string>
  /** The query whose findings are all selected. */
  allOf: string | undefined
  /** The query of which all rows that were loaded then were selected at once; more may have been loaded since. */
  loadedOf: string | undefined
  /** The row that was toggled last, where a span begins. */
  last: string | undefined
}
export type SelectionChange =
  | { kind: 'none' }
  | { kind: 'all matching'; queryKey: string }
  | { kind: 'toggle all'; list: SelectedList }
  /** One row, or with `span` all rows since the last one. */
  | { kind: 'toggle'; list: SelectedList; id: string; span?: boolean | undefined }

/** The loaded rows in order, how many match in all, and the query. */
export type SelectedList = { order: readonly string[]; total: number; queryKey: string }

export const nothingSelected: ApprovalSelection = {
  chosen: new Set(),
  allOf: undefined,
  loadedOf: undefined,
  last: undefined,
}

/** The selection after a change. */
export function changeSelection(selection: ApprovalSelection, change: SelectionChange): ApprovalSelection {
  switch (change.kind) {
    case 'none':
      return { ...nothingSelected, last: selection.last }
    case 'all matching':
      return { ...selection, allOf: change.queryKey }
    case 'toggle all': {
      const { order, queryKey } = change.list
      const chosen = allOrNone(selectedOf(selection, change.list), order)
      return { chosen, allOf: undefined, loadedOf: chosen.size > 0 ? queryKey : undefined, last: selection.last }
    }
    case 'toggle': {
      const { list, id, span } = change
      const from = span ? selection.last : undefined
      const chosen = toggled(selectedOf(selection, list), list.order, id, from)
      return { ...nothingSelected, chosen, last: id }
    }
  }
}

/** Whether all matching findings are selected. A changed query is another list: they are no longer. */
export function isAllMatching({ allOf }: ApprovalSelection, { order, queryKey }: SelectedList): boolean {
  return allOf === queryKey && order.length > 0
}

/** The selected ids; of all matching findings those that are loaded. */
export function selectedOf(selection: ApprovalSelection, list: SelectedList): ReadonlySet<string> {
  return isAllMatching(selection, list) ? new Set(list.order) : selection.chosen
}

/** The state of the box that selects all loaded rows. */
export function selectionState(selection: ApprovalSelection, list: SelectedList): 'none' | 'some' | 'all' {
  const count = stillThere(selectedOf(selection, list), list.order).length
  return count === 0 ? 'none' : count === list.order.length ? 'all' : 'some'
}

/**
 * Whether all matching findings are selected, can be, or are too many; undefined while not all loaded ones are. Rows that
 * were on their way when all were selected do not take the offer away.
 */
export type Matching = 'selected' | 'offered' | 'too many' | undefined
export function matchingOf(selection: ApprovalSelection, list: SelectedList, cap: number = approvalCap): Matching {
  if (isAllMatching(selection, list)) return 'selected'
  const state = selectionState(selection, list)
  const areLoadedSelected = state === 'all' || (state === 'some' && selection.loadedOf === list.queryKey)
  if (!areLoadedSelected || list.total <= list.order.length) return undefined
  return list.total > cap ? 'too many' : 'offered'
}
