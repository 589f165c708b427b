import type { RefObject } from 'react'
import type { Action } from '#features/domain-search/rules.ts'
import { keyOf } from '#kit/web/key-of.ts'
import { useKeyPress } from '#kit/web/use-key-press.ts'

type Options = {
  ids: readonly string[]
  /** The element around the cards; each has its id in data-card. */
  box: RefObject<HTMLElement | null>
  /** Undefined where they are decided. */
  onDecide: ((action: Action, id: string) => void) | undefined
  /** Undoes the decision about the focused one, if it has one, else the last decision. */
  onUndo: (id: string | undefined) => void
  onSelect: (id: string) => void
  onOpen: (id: string) => void
  onClear: () => void
}

const actionOf: Readonly<Record<string, Action>> = { h: 'high', l: 'low', i: 'ignore' }

/**
 * Keys of the cards: the arrows move the focus, h, l and i decide about the focused card, u undoes, x selects it, Enter enlarges its
 * picture, Escape clears the selection. Without a focused card the first key goes to the first one. Off while typing.
 */
export function useCardKeys(options: Options): void {
  useKeyPress((event) => {
    const { ids, box, onDecide, onUndo, onSelect, onOpen, onClear } = options
    const cards = [...(box.current?.querySelectorAll<HTMLElement>('[data-card]') ?? [])]
    const focused = document.activeElement?.closest<HTMLElement>('[data-card]') ?? undefined
    const at = focused ? cards.indexOf(focused) : -1
    const target = neighbour(cards, at, event.key)
    if (target) {
      event.preventDefault()
      target.focus()
      target.scrollIntoView({ block: 'nearest' })
      return
    }
    if (event.key === 'Escape') return onClear()
    const id = focused?.dataset['card']
    const pressed = keyOf(event).toLowerCase()
    if (pressed === 'u' && !event.repeat) return onUndo(id)
    if (id === undefined || !ids.includes(id) || event.repeat) return
    const action = actionOf[pressed]
    if (action && onDecide) {
      // The next card takes the place of this one.
      const next = cards[at + 1] ?? cards[at - 1]
      onDecide(action, id)
      next?.focus()
    } else if (keyOf(event) === 'x') onSelect(id)
    else if (event.key === 'Enter' && event.target === focused) onOpen(id)
  })
}

/** The card to which an arrow key leads: the next, the previous, or the nearest in the row below or above. */
function neighbour(cards: readonly HTMLElement[], at: number, key: string): HTMLElement | undefined {
  if (!/^Arrow(Left|Right|Up|Down)$/.test(key)) return undefined
  const from = cards[at]
  if (!from) return cards[0]
  if (key === 'ArrowRight') return cards[at + 1]
  if (key === 'ArrowLeft') return cards[at - 1]
  const { left, top } = from.getBoundingClientRect()
  const others = key === 'ArrowDown' ? cards.slice(at + 1) : cards.slice(0, at).toReversed()
  const inColumn = (card: HTMLElement) => {
    const place = card.getBoundingClientRect()
    return Math.abs(place.left - left) < 2 && Math.abs(place.top - top) > 2
  }
  return others.find(inColumn)
}
