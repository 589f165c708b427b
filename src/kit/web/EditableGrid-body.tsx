import type { Columns } from '#columns/column.ts'
import styles from './EditableGrid.module.css'
import { CellEditor } from './EditableGrid-editor.tsx'
import { GridRowView } from './EditableGrid-row.tsx'
import type { Block, CellFormat, CellPosition, ProblemsOf } from './EditableGrid-rows.ts'
import type { Grid } from './useEditableGrid.ts'
import { headHeight, rowHeight, snWidth } from './useGridWindow.ts'

type Props = { id: string; grid: Grid; columns: Columns; problemsOf: ProblemsOf; format: CellFormat; width: number }

/** The visible rows, and the input over the cell that is being edited. */
export function GridBody({ id, grid, columns, problemsOf, format, width }: Props) {
  const { rows, table, view } = grid
  const { active, block } = table
  return (
    <div role="rowgroup" className={styles['body']} style={{ width, height: view.height }}>
      {view.rowsInSight.map((item) => {
        const row = rows[item.index]
        if (!row) return null
        return (
          <GridRowView
            key={row.sn}
            id={id}
            row={row}
            index={item.index}
            top={item.start - headHeight}
            shown={view.shown}
            problems={problemsOf(row)}
            format={format}
            isChosen={format.rowSelection?.chosen.has(row.sn)}
            marks={marksOf(block, item.index, active)}
          />
        )
      })}
      <OpenCell grid={grid} columns={columns} format={format} />
    </div>
  )
}

function OpenCell({ grid, columns, format }: Pick<Props, 'grid' | 'columns' | 'format'>) {
  const { names, rows, table, cellEdit } = grid
  const { editing } = cellEdit
  const row = editing && rows[editing.row]
  if (!row) return null
  const name = names[editing.column]!
  return (
    <CellEditor
      editing={editing}
      label={`${columns[name]!.label}, row ${row.sn}`}
      choices={format.choices?.(name)}
      style={{
        top: editing.row * rowHeight,
        left: table.widths.slice(0, editing.column).reduce((all, one) => all + one, snWidth),
        minWidth: table.widths[editing.column],
        height: rowHeight,
      }}
      onFinish={cellEdit.finish}
    />
  )
}

/** The part of the selection in a row, as a string, so that rows outside of the selection are not rendered again. */
function marksOf(block: Block | undefined, row: number, active: CellPosition | undefined): string {
  if (!block || row < block.top || row > block.bottom) return ''
  return `${block.left},${block.right},${active?.row === row ? active.column : -1}`
}
