import type { Grid } from './useEditableGrid.ts'

/** The grid's mouse handlers: select cells and rows by click, Shift and dragging, and the buttons inside of rows. */
export function useGridMouse(grid: Grid) {
  const { table, rows, names, cellEdit } = grid
  const { active, select } = table
  return {
    onMouseDown: (event: React.MouseEvent) => {
      const position = positionOf(event.target)
      if (!position || event.button !== 0 || (event.target as Element).closest('input, button')) return
      const { row, column } = position
      if (column === undefined) return grid.selectRows(event.shiftKey && active ? active.row : row, row)
      const focus = { row, column }
      select({ anchor: event.shiftKey && active ? active : focus, focus })
    },
    onMouseOver: (event: React.MouseEvent) => {
      if (event.buttons !== 1 || !active || cellEdit.editing) return
      const position = positionOf(event.target)
      if (!position) return
      select({ anchor: active, focus: { row: position.row, column: position.column ?? names.length - 1 } })
    },
    onDoubleClick: (event: React.MouseEvent) => {
      if (positionOf(event.target)?.column !== undefined) cellEdit.begin()
    },
    onClick: (event: React.MouseEvent) => {
      const chosen = rowWithin(event.target, 'choose')
      if (chosen !== undefined) grid.choose([rows[chosen]!])
      const removed = rowWithin(event.target, 'remove')
      if (removed !== undefined) grid.removeRow(removed)
    },
  }
}

/** The cell that was hit; without a column it is the row's head. */
function positionOf(target: EventTarget): { row: number; column: number | undefined } | undefined {
  const cell = (target as Element).closest<HTMLElement>('[data-row]')
  if (!cell) return undefined
  const column = cell.dataset['column']
  return { row: Number(cell.dataset['row']), column: column === undefined ? undefined : Number(column) }
}

/** The row of the button that was hit, if it was one for this. */
function rowWithin(target: EventTarget, what: 'choose' | 'remove'): number | undefined {
  const button = (target as Element).closest<HTMLElement>(`[data-${what}]`)
  return button ? Number(button.dataset[what]) : undefined
}
