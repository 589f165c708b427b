import type { RefObject } from 'react'
import { isBusyAt } from './use-key-press.ts'

/** Gives a row the focus once it is shown, unless somebody types by then; `cancel` is set until then. */
export function focusSoon(
  within: RefObject<HTMLElement | null>,
  id: string,
  cancel: RefObject<(() => void) | undefined>,
): void {
  cancel.current?.()
  cancel.current = whenShown(within, id, (row) => {
    cancel.current = undefined
    if (!isBusyAt(document.activeElement)) row?.focus()
  })
}

/** Frames in which a row that the list scrolled to is rendered. */
const framesToRender = 20

/** Scrolls the little that a list's header and scroll bars hide of a row, once it is shown. Returns how to stop that. */
export const showWhole = (within: RefObject<HTMLElement | null>, id: string): (() => void) =>
  whenShown(within, id, (row) => row?.scrollIntoView({ block: 'nearest', inline: 'nearest' }))

/** Calls `act` with the row in the first frame in which it is rendered, or without one after a third of a second. */
function whenShown(
  within: RefObject<HTMLElement | null>,
  id: string,
  act: (row: HTMLElement | undefined) => void,
): () => void {
  let frame = 0
  const next = (left: number) => {
    frame = requestAnimationFrame(() => {
      const row = within.current?.querySelector<HTMLElement>(`[data-row="${id}"]`) ?? undefined
      if (row || left === 0) act(row)
      else next(left - 1)
    })
  }
  next(framesToRender)
  return () => cancelAnimationFrame(frame)
}
