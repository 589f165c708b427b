import { type ReactNode, useId, useRef, useState } from 'react'
import type { Columns } from '#columns/column.ts'
import styles from './EditableGrid.module.css'
import { CellEditor, type CellEdit } from './EditableGrid-editor.tsx'
import { commandFor } from './EditableGrid-keys.ts'
import { ActionHead, ChooseAll, GridHead } from './EditableGrid-head.tsx'
import { GridRowView } from './EditableGrid-row.tsx'
import {
  type Block,
  type CellFormat,
  type GridRows,
  type CellPosition,
  type ProblemsOf,
  nextProblem,
  toggledRows,
} from './EditableGrid-rows.ts'
import { GridTools } from './EditableGrid-tools.tsx'
import { useClipboard } from './useClipboard.ts'
import { useGridEdits } from './useGridEdits.ts'
import { useGridTable } from './useGridTable.ts'
import { headHeight, rowHeight, snWidth, useGridWindow } from './useGridWindow.ts'

/**
 * A spreadsheet over raw rows: keyboard, clipboard, fill down, undo, and problems marked on the cells. It renders only
 * the visible part, so 25,000 rows of 35 columns scroll like 25. It validates nothing itself: `problemsOf` returns the
 * problems of a row and must return the same array for the same row. `onChange` gets the new rows; unchanged rows keep
 * their identity. `label` names the grid; `children` are rendered next to its buttons.
 */
export function EditableGrid({
  label,
  columns,
  names,
  rows,
  problemsOf,
  onChange,
  format,
  children,
}: {
  label: string
  columns: Columns
  names: readonly string[]
  rows: GridRows
  problemsOf: ProblemsOf
  onChange: (rows: GridRows) => void
  format: CellFormat
  children?: ReactNode
}) {
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const leaving = useRef(false)
  const [editing, setEditing] = useState<CellEdit>()
  const table = useGridTable(columns, names, rows.length, format.widths)
  const { active, block, select, move } = table
  const { rowSelection } = format
  const edits = useGridEdits({ rows, names, onChange, block, select, isFixed: rowSelection !== undefined })
  const choose = (which: GridRows) => rowSelection?.onChoose(toggledRows(rowSelection.chosen, which))

  const {
    rowsInSight,
    height,
    shown,
    width: cells,
    reveal,
  } = useGridWindow({
    scroller,
    columns,
    names,
    rowCount: rows.length,
    widths: table.widths,
  })
  const { actions } = format
  const width = cells + (actions?.width ?? 0)
  const goTo = (position: CellPosition) => {
    select({ anchor: position, focus: position })
    reveal(position)
    scroller.current?.focus({ preventScroll: true })
  }
  const goToProblem = () => {
    const next = nextProblem(rows, names, problemsOf, active ?? { row: 0, column: -1 })
    if (next) goTo(next)
  }
  const addRow = () => {
    edits.addRows(1)
    requestAnimationFrame(() => goTo({ row: rows.length, column: 0 }))
  }
  const edit = (text?: string) => {
    if (!active || !rows[active.row]) return
    reveal(active)
    setEditing({
      ...active,
      text: text ?? String(rows[active.row]![names[active.column]!] ?? ''),
      typed: text !== undefined,
    })
  }

  useClipboard(scroller, edits)

  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.target !== scroller.current) return
    const command = commandFor(event)
    if (!command) return
    // Escape, then Tab, leaves the grid, so that keyboard users are not trapped in it.
    if (event.key === 'Tab' && leaving.current) {
      leaving.current = false
      return
    }
    leaving.current = command.do === 'leave'
    if (command.do === 'leave') return
    event.preventDefault()
    switch (command.do) {
      case 'move': {
        const page = Math.max(1, Math.floor((scroller.current.clientHeight - headHeight) / rowHeight) - 1)
        const position = move(command, page)
        if (position) reveal(position)
        return
      }
      case 'edit':
        return edit()
      case 'replace':
        return edit(command.text)
      case 'next-problem':
        return goToProblem()
      case 'all':
        return select({ anchor: { row: 0, column: 0 }, focus: { row: rows.length - 1, column: names.length - 1 } })
      case 'choose':
        if (block) choose(rows.slice(block.top, block.bottom + 1))
        return
      case 'rows':
        if (block) selectRows(block.top, block.bottom)
        return
      default:
        edits.run(command.do)
    }
  }
  const selectRows = (top: number, bottom: number) =>
    select({ anchor: { row: top, column: 0 }, focus: { row: bottom, column: names.length - 1 } })

  const positionOf = (target: EventTarget): { row: number; column: number | undefined } | undefined => {
    const cell = (target as Element).closest<HTMLElement>('[data-row]')
    if (!cell) return undefined
    const column = cell.dataset['column']
    return { row: Number(cell.dataset['row']), column: column === undefined ? undefined : Number(column) }
  }
  const onMouseDown = (event: React.MouseEvent) => {
    const position = positionOf(event.target)
    if (!position || event.button !== 0 || (event.target as Element).closest('input, button')) return
    if (position.column === undefined)
      return selectRows(event.shiftKey && active ? active.row : position.row, position.row)
    const focus = { row: position.row, column: position.column }
    select({ anchor: event.shiftKey && active ? active : focus, focus })
  }
  const onMouseOver = (event: React.MouseEvent) => {
    if (event.buttons !== 1 || !active || editing) return
    const position = positionOf(event.target)
    if (position) select({ anchor: active, focus: { row: position.row, column: position.column ?? names.length - 1 } })
  }
  const onClick = (event: React.MouseEvent) => {
    const chosen = (event.target as Element).closest<HTMLElement>('[data-choose]')
    if (chosen) choose([rows[Number(chosen.dataset['choose'])]!])
    const remove = (event.target as Element).closest<HTMLElement>('[data-remove]')
    if (!remove) return
    const row = Number(remove.dataset['remove'])
    edits.removeRows({ top: row, bottom: row })
    scroller.current?.focus({ preventScroll: true })
  }
  const finish = (text: string | undefined, then?: { rows: number; columns: number }) => {
    const at = editing
    setEditing(undefined)
    if (at && text !== undefined) edits.setCell(at, text)
    if (then) {
      const position = move({ ...then, reach: 'cell', extend: false }, 1)
      if (position) reveal(position)
      scroller.current?.focus({ preventScroll: true })
    } else if (text === undefined) scroller.current?.focus({ preventScroll: true })
  }

  const activeRow = active && rows[active.row]
  const activeProblems =
    activeRow && problemsOf(activeRow).filter((p) => p.column === names[active.column] || !names.includes(p.column))
  return (
    <div className={styles['root']}>
      <GridTools
        onAdd={rowSelection ? undefined : addRow}
        onNextProblem={goToProblem}
        onUndo={() => edits.run('undo')}
        onRedo={() => edits.run('redo')}
        canUndo={edits.canUndo}
        canRedo={edits.canRedo}
      >
        {children}
      </GridTools>
      <div
        ref={scroller}
        className={styles['grid']}
        role="grid"
        aria-label={label}
        aria-describedby={`${id}-help`}
        aria-rowcount={rows.length + 1}
        aria-colcount={names.length + (actions ? 2 : 1)}
        aria-multiselectable="true"
        aria-activedescendant={active ? `${id}-${active.row}-${active.column}` : undefined}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a grid holds the focus for its cells
        tabIndex={0}
        onKeyDown={onKeyDown}
        onMouseDown={onMouseDown}
        onMouseOver={onMouseOver}
        onDoubleClick={(event) => positionOf(event.target)?.column !== undefined && edit()}
        onClick={onClick}
        onFocus={() =>
          !active && rows.length > 0 && select({ anchor: { row: 0, column: 0 }, focus: { row: 0, column: 0 } })
        }
      >
        <GridHead
          columns={columns}
          shown={shown}
          width={width}
          resizerOf={table.resizerOf}
          headOf={format.headOf}
          corner={rowSelection && <ChooseAll rows={rows} chosen={rowSelection.chosen} onToggle={() => choose(rows)} />}
        >
          {actions ? <ActionHead colIndex={names.length + 2} left={cells} width={actions.width} /> : null}
        </GridHead>
        <div role="rowgroup" className={styles['body']} style={{ width, height }}>
          {rowsInSight.map((item) => {
            const row = rows[item.index]
            if (!row) return null
            const chosen = block && item.index >= block.top && item.index <= block.bottom
            return (
              <GridRowView
                key={row.sn}
                id={id}
                row={row}
                index={item.index}
                top={item.start - headHeight}
                shown={shown}
                problems={problemsOf(row)}
                format={format}
                actionsAt={cells}
                isChosen={rowSelection?.chosen.has(row.sn)}
                marks={marksOf(chosen ? block : undefined, item.index, active)}
              />
            )
          })}
          {editing && rows[editing.row] ? (
            <CellEditor
              editing={editing}
              label={`${columns[names[editing.column]!]!.label}, row ${rows[editing.row]!.sn}`}
              choices={format.choices?.(names[editing.column]!)}
              style={{
                top: editing.row * rowHeight,
                left: table.widths.slice(0, editing.column).reduce((all, one) => all + one, snWidth),
                minWidth: table.widths[editing.column],
                height: rowHeight,
              }}
              onFinish={finish}
            />
          ) : null}
        </div>
      </div>
      <div className={styles['foot']} aria-live="polite">
        {activeProblems && activeProblems.length > 0 ? (
          <span className={styles['message']}>
            Row {activeRow!.sn}: {activeProblems.map((problem) => problem.message).join('. ')}
          </span>
        ) : (
          <span id={`${id}-help`} className={styles['help']}>
            Type or F2 to edit, Ctrl+D to fill down, Ctrl+Z to undo, F8 for the next error,
            {rowSelection ? ' Ctrl+Space to select rows,' : ''} Esc then Tab to leave the sheet.
          </span>
        )}
      </div>
    </div>
  )
}

/** The part of the selection in a row, as a string, so that rows outside of the selection are not rendered again. */
function marksOf(block: Block | undefined, row: number, active: CellPosition | undefined): string {
  if (!block) return ''
  return `${block.left},${block.right},${active?.row === row ? active.column : -1}`
}
