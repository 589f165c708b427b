/** The command of a key press. `rows` and `columns` give the direction, `reach` how far to move. */
export type Command =
  | { do: 'move'; rows: number; columns: number; reach: 'cell' | 'page' | 'edge' | 'all'; extend: boolean }
  | { do: 'edit' }
  | { do: 'replace'; text: string }
  | {
      do: 'clear' | 'fill-down' | 'undo' | 'redo' | 'all' | 'rows' | 'remove-rows' | 'next-problem' | 'leave' | 'choose'
    }

export type Press = { key: string; ctrlKey: boolean; metaKey: boolean; shiftKey: boolean; altKey: boolean }

const arrows: Record<string, [rows: number, columns: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/** The command of a key, as in a spreadsheet; undefined for other keys. Copy, cut and paste have their own events. */
export function commandFor(press: Press): Command | undefined {
  const { key, shiftKey: shift } = press
  const ctrl = press.ctrlKey || press.metaKey
  if (press.altKey) return undefined
  const move = (rows: number, columns: number, reach: 'cell' | 'page' | 'edge' | 'all', extend: boolean): Command => ({
    do: 'move',
    rows,
    columns,
    reach,
    extend,
  })
  const arrow = arrows[key]
  if (arrow) return move(arrow[0], arrow[1], ctrl ? 'edge' : 'cell', shift)
  switch (key) {
    case 'Enter':
      return ctrl ? undefined : move(shift ? -1 : 1, 0, 'cell', false)
    case 'Tab':
      return ctrl ? undefined : move(0, shift ? -1 : 1, 'cell', false)
    case 'PageUp':
      return move(-1, 0, 'page', shift)
    case 'PageDown':
      return move(1, 0, 'page', shift)
    case 'Home':
      return ctrl ? move(-1, -1, 'all', shift) : move(0, -1, 'edge', shift)
    case 'End':
      return ctrl ? move(1, 1, 'all', shift) : move(0, 1, 'edge', shift)
    case 'F2':
      return { do: 'edit' }
    case 'F8':
      return { do: 'next-problem' }
    case 'Delete':
    case 'Backspace':
      return { do: 'clear' }
    case 'Escape':
      return { do: 'leave' }
    case ' ':
      if (ctrl) return { do: 'choose' }
      if (shift) return { do: 'rows' }
  }
  if (ctrl) return withControl(key.toLowerCase(), shift)
  return /^.$/u.test(key) ? { do: 'replace', text: key } : undefined
}

function withControl(key: string, shift: boolean): Command | undefined {
  switch (key) {
    case 'a':
      return { do: 'all' }
    case 'd':
      return { do: 'fill-down' }
    case 'z':
      return { do: shift ? 'redo' : 'undo' }
    case 'y':
      return { do: 'redo' }
    case '-':
      return { do: 'remove-rows' }
    default:
      return undefined
  }
}
