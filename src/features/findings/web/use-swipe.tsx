import { type MouseEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { useZoomed } from '#kit/web/use-zoomed.ts'
import type { FindingPlatform } from '#vocabulary/platform-names.ts'
import type { Role } from '#vocabulary/roles.ts'
import { approved, noAction } from '#vocabulary/statuses.ts'
import { type DecisionKey, decisionsFor } from './decision-keys.ts'
import classes from './Swipe.module.css'

/** What a swipe to each side decides; neither where the finding cannot be decided on. */
export type SwipeChoices = { right: DecisionKey | undefined; left: DecisionKey | undefined }

export const noSwipe: SwipeChoices = { right: undefined, left: undefined }

/** A Client approves a finding by a swipe to the right and takes no action by one to the left, as its status allows. */
export function swipeChoices(role: Role | undefined, platform: FindingPlatform, status: string): SwipeChoices {
  const offered = role === 'Client' ? decisionsFor(role, platform, status) : []
  const of = (code: string) => offered.find((one) => one.status === code)
  return { right: of(approved), left: of(noAction) }
}

/** Pixels after which a touch is a swipe, and after which releasing it decides; before, it is cancelled. */
const [beginsAt, decidesAt] = [12, 88]

/** A finger in a field moves the caret, or marks a text. */
const fields = 'textarea, select, input:not([type=checkbox])'
const isInField = ({ target }: PointerEvent): boolean => Boolean((target as Partial<Element> | null)?.closest?.(fields))

type Touch = { id: number; x: number; y: number; isSwipe: boolean }

type Swipe = {
  /** For the element that is swiped. */
  props: {
    className: string
    style: { transform?: string }
    'data-swiping': boolean | undefined
    onPointerDown: (event: PointerEvent) => void
    onPointerMove: (event: PointerEvent) => void
    onPointerUp: (event: PointerEvent) => void
    onPointerCancel: () => void
    onClickCapture: (event: MouseEvent) => void
  }
  /** What releasing it would decide, to be shown within that element. */
  mark: ReactNode
}

/**
 * Decides by a horizontal swipe of a finger. Moving back before releasing cancels it, and so does a second finger:
 * scrolling and enlarging are left to the browser, and of an enlarged page so is moving it sideways. A side without a
 * choice does not move.
 */
export function useSwipe(choices: SwipeChoices, onChoose: (status: string) => void): Swipe {
  const isZoomed = useZoomed()
  const { right, left } = isZoomed ? noSwipe : choices
  const touch = useRef<Touch>(undefined)
  const wasSwipe = useRef(false)
  const [offset, setOffset] = useState(0)
  const choiceAt = (dx: number) => (dx > 0 ? right : dx < 0 ? left : undefined)
  const choice = choiceAt(offset)
  const end = () => {
    touch.current = undefined
    setOffset(0)
  }
  const move = (event: PointerEvent) => {
    const began = touch.current
    if (began?.id !== event.pointerId) return
    const [dx, dy] = [event.clientX - began.x, event.clientY - began.y]
    if (!began.isSwipe) {
      if (Math.abs(dx) < beginsAt || Math.abs(dx) < 2 * Math.abs(dy)) return
      began.isSwipe = true
      wasSwipe.current = true
      event.currentTarget.setPointerCapture(event.pointerId)
    }
    setOffset(choiceAt(dx) ? dx : 0)
  }
  const release = (event: PointerEvent) => {
    const began = touch.current
    if (began?.id !== event.pointerId) return
    // Where the finger was lifted counts: the last movement may not have been drawn yet.
    const dx = event.clientX - began.x
    const decided = began.isSwipe && Math.abs(dx) >= decidesAt ? choiceAt(dx) : undefined
    end()
    if (decided) onChoose(decided.status)
  }
  return {
    props: {
      className: right || left ? (classes.swiped ?? '') : '',
      style: offset === 0 ? {} : { transform: `translateX(${offset}px)` },
      'data-swiping': offset !== 0 || undefined,
      onPointerDown: (event) => {
        wasSwipe.current = false
        if (event.pointerType !== 'touch' || !(right || left)) return
        if (!event.isPrimary) return end()
        if (isInField(event)) return
        touch.current = { id: event.pointerId, x: event.clientX, y: event.clientY, isSwipe: false }
      },
      onPointerMove: move,
      onPointerUp: release,
      onPointerCancel: end,
      // The finger may be lifted over a button.
      onClickCapture: (event) => {
        if (!wasSwipe.current) return
        wasSwipe.current = false
        event.preventDefault()
        event.stopPropagation()
      },
    },
    mark: choice ? <Mark choice={choice} offset={offset} /> : null,
  }
}

/** What releasing the finger at this offset would decide. */
function Mark({ choice, offset }: { choice: DecisionKey; offset: number }) {
  return (
    <span
      className={classes.mark}
      data-side={offset > 0 ? 'right' : 'left'}
      data-decides={Math.abs(offset) >= decidesAt || undefined}
      aria-hidden
    >
      {choice.label}
    </span>
  )
}
