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
  /** Left edge of the column of buttons in pixels, if there is one. */
  actionsAt: number
  /** Whether the row is selected; undefined where rows cannot be selected. */
  isChosen: boolean | undefined
  /** Selected columns of the row as 'first,last,active', active -1 when it is in another row; '' when none. */
  marks: string
}

/** One visible row. Memoised: rendered again only when one of its props changed. */
export const GridRowView = memo(function GridRowView(props: GridRowProps) {
  const { id, row, index, top, shown, problems, format, actionsAt, isChosen, marks } = props
  const edited = format.editedIn?.(row) ?? []
  const [from = -1, to = -2, active = -1] = marks === '' ? [] : marks.split(',').map(Number)
  const hasProblems = problems.length > 0
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={[styles['row'], hasProblems && styles['wrongRow'], edited.length > 0 && styles['editedRow']]
        .filter(Boolean)
        .join(' ')}
      aria-selected={isChosen}
      style={{ transform: `translateY(${top}px)` }}
    >
      <div
        role="rowheader"
        aria-colindex={1}
        data-row={index}
        className={styles['sn']}
        title={hasProblems ? problems.map((problem) => problem.message).join('\n') : undefined}
      >
        <span>{row.sn}</span>
        {edited.length > 0 ? <span className="visually-hidden">edited</span> : null}
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
        {format.actions || isChosen !== undefined ? null : (
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
      {shown.map((column) => {
        const raw = row[column.name]
        const display = format.show?.(column.name, row) ?? {
          text: raw === undefined || raw === null ? '' : String(raw),
        }
        const messages = hasProblems
          ? problems.filter((problem) => problem.column === column.name).map((p) => p.message)
          : []
        const cell = `${id}-${index}-${column.index}`
        const names = [styles['cell']]
        if (column.index >= from && column.index <= to) names.push(styles['chosen'])
        if (column.index === active) names.push(styles['active'])
        if (messages.length > 0) names.push(styles['wrong'])
        if (display.faint) names.push(styles['faint'])
        if (edited.includes(column.name)) names.push(styles['edited'])
        return (
          <div
            key={column.name}
            id={cell}
            role="gridcell"
            aria-colindex={column.index + 2}
            aria-selected={column.index >= from && column.index <= to}
            aria-invalid={messages.length > 0 || undefined}
            aria-describedby={messages.length > 0 ? `${cell}-why` : undefined}
            title={
              messages.length > 0
                ? `${messages.join('. ')}${display.text ? `\n${display.text}` : ''}`
                : display.text || undefined
            }
            data-row={index}
            data-column={column.index}
            className={names.join(' ')}
            style={{ left: column.left, width: column.width, textAlign: column.align }}
          >
            {display.text}
            {messages.length > 0 ? (
              <span id={`${cell}-why`} hidden>
                {messages.join('. ')}
              </span>
            ) : null}
          </div>
        )
      })}
      {format.actions ? (
        <div role="gridcell" className={styles['actions']} style={{ left: actionsAt, width: format.actions.width }}>
          {format.actions.render(row, index)}
        </div>
      ) : null}
    </div>
  )
})
