import { type RefObject, useRef } from 'react'
import { type Command, commandFor } from './EditableGrid-keys.ts'
import type { Grid } from './useEditableGrid.ts'
import { headHeight, rowHeight } from './useGridWindow.ts'

/** The grid's key handler: commands of a spreadsheet, while the grid itself has the focus. */
export function useGridKeys(grid: Grid, scroller: RefObject<HTMLElement | null>): (event: React.KeyboardEvent) => void {
  const leaving = useRef(false)
  return (event) => {
    if (!scroller.current || event.target !== scroller.current) return
    const command = commandFor(event)
    if (!command) return
    // Escape, then Tab, leaves the grid, so that keyboard users are not trapped in it.
    if (event.key === 'Tab' && leaving.current) {
      leaving.current = false
      return
    }
    leaving.current = command.do === 'leave'
    if (!leaving.current) event.preventDefault()
    runCommand(grid, command, scroller.current)
  }
}

function runCommand(grid: Grid, command: Command, element: HTMLElement): void {
  const { table, rows } = grid
  const { block } = table
  switch (command.do) {
    case 'move':
      return grid.move(command, rowsPerPage(element))
    case 'edit':
      return grid.cellEdit.begin()
    case 'replace':
      return grid.cellEdit.begin(command.text)
    case 'next-problem':
      return grid.goToProblem()
    case 'all':
      return grid.selectRows(0, rows.length - 1)
    case 'choose':
      return block && grid.choose(rows.slice(block.top, block.bottom + 1))
    case 'rows':
      return block && grid.selectRows(block.top, block.bottom)
    case 'leave':
      return
    default:
      grid.edits.run(command.do)
  }
}

function rowsPerPage({ clientHeight }: HTMLElement): number {
  return Math.max(1, Math.floor((clientHeight - headHeight) / rowHeight) - 1)
}
