import { type CSSProperties, useId, useLayoutEffect, useRef } from 'react'
import styles from './EditableGrid.module.css'
import type { CellEdit } from './EditableGrid-rows.ts'

const steps: Record<string, { rows: number; columns: number }> = {
  ArrowUp: { rows: -1, columns: 0 },
  ArrowDown: { rows: 1, columns: 0 },
  ArrowLeft: { rows: 0, columns: -1 },
  ArrowRight: { rows: 0, columns: 1 },
}

/** The input over a cell. `onFinish` gets the text, or undefined after Escape, and how far to move the selection. */
export function CellEditor({
  editing,
  label,
  choices,
  style,
  onFinish,
}: {
  editing: CellEdit
  label: string
  choices: readonly string[] | undefined
  style: CSSProperties
  onFinish: (text: string | undefined, then?: { rows: number; columns: number }) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  const finished = useRef(false)
  const list = useId()
  useLayoutEffect(() => {
    input.current?.focus({ preventScroll: true })
    const end = input.current?.value.length ?? 0
    input.current?.setSelectionRange(end, end)
  }, [])
  const finish = (text: string | undefined, then?: { rows: number; columns: number }) => {
    if (finished.current) return
    finished.current = true
    onFinish(text, then)
  }
  const onKeyDown = (event: React.KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    event.stopPropagation()
    const text = event.currentTarget.value
    const back = event.shiftKey ? -1 : 1
    const step = editing.typed && !choices ? steps[event.key] : undefined
    if (event.key === 'Escape') finish(undefined)
    else if (event.key === 'Enter') finish(text, { rows: back, columns: 0 })
    else if (event.key === 'Tab') finish(text, { rows: 0, columns: back })
    else if (step) finish(text, step)
    else return
    event.preventDefault()
  }
  return (
    <>
      <input
        ref={input}
        className={styles['editor']}
        style={style}
        aria-label={label}
        defaultValue={editing.text}
        list={choices ? list : undefined}
        autoComplete="off"
        spellCheck={false}
        onKeyDown={onKeyDown}
        onBlur={(event) => finish(event.currentTarget.value)}
      />
      {choices ? (
        <datalist id={list}>
          {choices.map((choice) => (
            <option key={choice} value={choice} />
          ))}
        </datalist>
      ) : null}
    </>
  )
}
