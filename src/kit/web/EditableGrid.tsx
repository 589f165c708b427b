import { type ReactNode, useId, useRef } from 'react'
import styles from './EditableGrid.module.css'
import { GridBody } from './EditableGrid-body.tsx'
import { ActionHead, ChooseAll, GridHead } from './EditableGrid-head.tsx'
import { GridTools } from './EditableGrid-tools.tsx'
import { type Grid, type GridProps, useEditableGrid } from './useEditableGrid.ts'
import { useGridKeys } from './useGridKeys.ts'
import { useGridMouse } from './useGridMouse.ts'

/**
 * A spreadsheet over raw rows: keyboard, clipboard, fill down, undo, and problems marked on the cells. It renders only
 * the visible part, so 25,000 rows of 35 columns scroll like 25. It validates nothing itself: `problemsOf` returns the
 * problems of a row and must return the same array for the same row. `onChange` gets the new rows; unchanged rows keep
 * their identity. `label` names the grid; `children` are rendered next to its buttons.
 */
export function EditableGrid({ label, children, ...props }: GridProps & { children?: ReactNode }) {
  const { columns, names, rows, problemsOf, format } = props
  const { actions, rowSelection } = format
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const grid = useEditableGrid(scroller, props)
  const { table, view, edits } = grid
  const { active, select } = table
  const onKeyDown = useGridKeys(grid, scroller)
  const mouse = useGridMouse(grid)
  const width = view.width + (actions?.width ?? 0)
  return (
    <div className={styles['root']}>
      {format.isReadOnly ? (
        children
      ) : (
        <GridTools
          onAdd={rowSelection ? undefined : grid.addRow}
          rowsPerAdd={format.rowsPerAdd ?? 1}
          onNextProblem={grid.goToProblem}
          onUndo={() => edits.run('undo')}
          onRedo={() => edits.run('redo')}
          canUndo={edits.canUndo}
          canRedo={edits.canRedo}
        >
          {children}
        </GridTools>
      )}
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
        {...mouse}
        onFocus={() => {
          const first = { row: 0, column: 0 }
          if (!active && rows.length > 0) select({ anchor: first, focus: first })
        }}
      >
        <GridHead
          columns={columns}
          shown={view.shown}
          width={width}
          resizerOf={table.resizerOf}
          headOf={format.headOf}
          corner={
            rowSelection && <ChooseAll rows={rows} chosen={rowSelection.chosen} onToggle={() => grid.choose(rows)} />
          }
        >
          {actions ? <ActionHead colIndex={names.length + 2} width={actions.width} /> : null}
        </GridHead>
        <GridBody id={id} grid={grid} columns={columns} problemsOf={problemsOf} format={format} width={width} />
      </div>
      <GridFoot id={id} grid={grid} {...props} />
    </div>
  )
}

type FootProps = Pick<GridProps, 'columns' | 'problemsOf' | 'format'> & { id: string; grid: Grid }

/**
 * What is wrong with the active cell, or that it cannot be changed, else the keys. On a touch screen, which has neither
 * the keys nor a pointer to show the title of a cut cell, the whole text of the cell.
 */
function GridFoot({ id, grid: { table, rows, names }, columns, problemsOf, format }: FootProps) {
  const { active } = table
  const row = active && rows[active.row]
  const lockedName = active && format.locked?.has(names[active.column]!) ? names[active.column] : undefined
  const problems =
    row && problemsOf(row).filter(({ column }) => column === names[active.column] || !names.includes(column))
  const name = active && names[active.column]
  const whole = row && name !== undefined ? (format.show?.(name, row)?.text ?? String(row[name] ?? '')) : ''
  return (
    <div className={styles['foot']} aria-live="polite">
      {row && problems && problems.length > 0 ? (
        <span className={styles['message']}>
          Row {row.sn}: {problems.map((problem) => problem.message).join('. ')}
        </span>
      ) : (
        <span id={`${id}-help`} className={styles['help']}>
          {lockedName === undefined ? '' : `${columns[lockedName]!.label} cannot be changed here. `}
          {format.isReadOnly
            ? 'Ctrl+C to copy,'
            : 'Type or F2 to edit, Ctrl+D to fill down, Ctrl+Z to undo, F8 for the next error,'}
          {format.rowSelection ? ' Ctrl+Space to select rows,' : ''} Esc then Tab to leave the sheet.
        </span>
      )}
      {row ? <span className={styles['whole']}>{whole}</span> : null}
    </div>
  )
}
