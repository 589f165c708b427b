import type { MouseEvent, ReactNode, TouchEvent } from 'react'
import type { Columns } from '#columns/column.ts'
import styles from './EditableGrid.module.css'
import type { GridRows } from './EditableGrid-rows.ts'
import { headHeight, type ShownColumn, snWidth } from './useGridWindow.ts'

/** The header row; each column's right edge can be dragged. */
export function GridHead({
  columns,
  shown,
  width,
  resizerOf,
  headOf,
  corner = 'SN',
  children,
}: {
  columns: Columns
  shown: readonly ShownColumn[]
  width: number
  resizerOf: (index: number) => (event: MouseEvent | TouchEvent) => void
  /** Rendered next to a column's name. */
  headOf?: ((name: string) => ReactNode) | undefined
  /** Rendered above the row numbers. */
  corner?: ReactNode
  children?: ReactNode
}) {
  return (
    <div role="row" aria-rowindex={1} className={styles['head']} style={{ width, height: headHeight }}>
      <div role="columnheader" aria-colindex={1} className={styles['corner']} style={{ width: snWidth }}>
        {corner}
      </div>
      {shown.map(({ name, index, left, width: wide, align }) => {
        const { label, required } = columns[name]!
        return (
          <div
            key={name}
            role="columnheader"
            aria-colindex={index + 2}
            className={styles['headCell']}
            style={{ left, width: wide, textAlign: align }}
            title={name === label ? name : `${label} (${name})`}
          >
            {label}
            {required ? <span className={styles['star']}>&nbsp;*</span> : null}
            {headOf?.(name)}
            <span
              className={styles['resizer']}
              onMouseDown={resizerOf(index)}
              onTouchStart={resizerOf(index)}
              aria-hidden="true"
            />
          </div>
        )
      })}
      {children}
    </div>
  )
}

/** The header of the column of buttons, which is always the last. */
export function ActionHead({ colIndex, width }: { colIndex: number; width: number }) {
  return (
    <div role="columnheader" aria-colindex={colIndex} className={styles['actionHead']} style={{ width }}>
      Action
    </div>
  )
}

/** The checkbox above the row numbers that selects all rows, or none when all are selected (S-029). */
export function ChooseAll({
  rows,
  chosen,
  onToggle,
}: {
  rows: GridRows
  chosen: ReadonlySet<number>
  onToggle: () => void
}) {
  const isAll = rows.length > 0 && rows.every((row) => chosen.has(row.sn))
  return (
    <label className={styles['chooseAll']}>
      ALL
      <input
        type="checkbox"
        className={styles['choose']}
        checked={isAll}
        ref={(box) => {
          if (box) box.indeterminate = !isAll && chosen.size > 0
        }}
        onChange={onToggle}
      />
    </label>
  )
}
