import { memo } from 'react'
import { IconTrash } from '@tabler/icons-react'
import type { CellProblem } from '#columns/column.ts'
import styles from './EditableGrid.module.css'
import type { CellFormat, GridRow } from './EditableGrid-rows.ts'
import type { ShownColumn } from './useGridWindow.ts'

type GridRowProps = {
  id: string
  row: GridRow
  /** Position of the row in the sheet, from 0. */
  index: number
  /** Pixels from the first row. */
  top: number
  shown: readonly ShownColumn[]
  problems: readonly CellProblem[]
  format: CellFormat
  /** Whether the row is selected; undefined where rows cannot be selected. */
  isChosen: boolean | undefined
  /** Selected columns of the row as 'first,last,active', active -1 when it is in another row; '' when none. */
  marks: string
}

/** One visible row. Memoised: rendered again only when one of its props changed. */
export const GridRowView = memo(function GridRowView(props: GridRowProps) {
  const { id, row, index, top, shown, problems, format, isChosen, marks } = props
  const [from = -1, to = -2, active = -1] = marks === '' ? [] : marks.split(',').map(Number)
  const edited = format.editedIn?.(row) ?? []
  const isEdited = edited.length > 0
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={classesOf('row', problems.length > 0 && 'wrongRow', isEdited && 'editedRow')}
      aria-selected={isChosen}
      style={{ transform: `translateY(${top}px)` }}
    >
      <RowHead {...props} isEdited={isEdited} />
      {shown.map((column) => (
        <Cell
          key={column.name}
          id={`${id}-${index}-${column.index}`}
          cell={{ row, index, column, problems, format }}
          isChosen={column.index >= from && column.index <= to}
          isActive={column.index === active}
          isEdited={edited.includes(column.name)}
        />
      ))}
      {format.actions ? (
        <div role="gridcell" className={styles['actions']} style={{ width: format.actions.width }}>
          {format.actions.render(row, index)}
        </div>
      ) : null}
    </div>
  )
})

type HeadProps = Pick<GridRowProps, 'row' | 'index' | 'problems' | 'format' | 'isChosen'> & { isEdited: boolean }

/** The row's number, with its box to select it or its button to remove it. */
function RowHead({ row, index, problems, format, isChosen, isEdited }: HeadProps) {
  const mark = format.markOf?.(row)
  return (
    <div
      role="rowheader"
      aria-colindex={1}
      data-row={index}
      className={styles['sn']}
      title={problems.length > 0 ? problems.map((problem) => problem.message).join('\n') : undefined}
    >
      <span>{row.sn}</span>
      {mark ? (
        <span className={styles['mark']} title={mark.title}>
          {mark.text}
          <span className="visually-hidden">{mark.title}</span>
        </span>
      ) : null}
      {isEdited ? <span className="visually-hidden">edited</span> : null}
      {isChosen === undefined ? null : (
        <input
          type="checkbox"
          tabIndex={-1}
          className={styles['choose']}
          data-choose={index}
          aria-label={`Choose row ${row.sn}`}
          checked={isChosen}
          readOnly
        />
      )}
      {format.actions || format.isReadOnly || isChosen !== undefined ? null : (
        <button
          type="button"
          tabIndex={-1}
          className={styles['trash']}
          data-remove={index}
          aria-label={`Remove row ${row.sn}`}
          title="Remove this row"
        >
          <IconTrash size={14} stroke={1.75} aria-hidden="true" />
        </button>
      )}
    </div>
  )
}

type CellProps = {
  id: string
  cell: Pick<GridRowProps, 'row' | 'index' | 'problems' | 'format'> & { column: ShownColumn }
  isChosen: boolean
  isActive: boolean
  isEdited: boolean
}

/** Characters of a cell on the sheet, far more than its width: pasted megabytes in it would stop the page for seconds. */
const shownCharacters = 1000

function Cell({ id, cell, isChosen, isActive, isEdited }: CellProps) {
  const { row, index, column, problems, format } = cell
  const { text: whole, faint = false } = format.show?.(column.name, row) ?? { text: String(row[column.name] ?? '') }
  const message = problems
    .filter((problem) => problem.column === column.name)
    .map((problem) => problem.message)
    .join('. ')
  const isWrong = message !== ''
  const text = whole.length > shownCharacters ? `${whole.slice(0, shownCharacters)}…` : whole
  return (
    <div
      id={id}
      role="gridcell"
      aria-colindex={column.index + 2}
      aria-selected={isChosen}
      aria-invalid={isWrong || undefined}
      aria-readonly={format.locked?.has(column.name) || undefined}
      aria-describedby={isWrong ? `${id}-why` : undefined}
      title={[message, text].filter(Boolean).join('\n') || undefined}
      data-row={index}
      data-column={column.index}
      className={classesOf(
        'cell',
        isChosen && 'chosen',
        isActive && 'active',
        isWrong && 'wrong',
        faint && 'faint',
        format.locked?.has(column.name) && 'locked',
        isEdited && 'edited',
      )}
      style={{ left: column.left, width: column.width, textAlign: column.align }}
    >
      {text}
      {isWrong ? (
        <span id={`${id}-why`} hidden>
          {message}
        </span>
      ) : null}
    </div>
  )
}

function classesOf(...names: (string | false | undefined)[]): string {
  return names.flatMap((name) => (!name ? [] : [styles[name]])).join(' ')
}
