import type { PointerEvent } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { swipeChoices, useSwipe } from './use-swipe.tsx'

// On the server nothing is drawn twice: what these see is what a hand sees that is faster than the screen.
function swiped(...steps: number[]): string[] {
  const decided = vi.fn<(status: string) => void>()
  let props: ReturnType<typeof useSwipe>['props'] | undefined
  function Card() {
    props = useSwipe(swipeChoices('Client', 'website', '33'), decided).props
    return null
  }
  renderToString(<Card />)
  const at = (x: number) =>
    ({
      pointerId: 1,
      pointerType: 'touch',
      isPrimary: true,
      clientX: 200 + x,
      clientY: 50,
      currentTarget: { setPointerCapture: () => undefined },
    }) as unknown as PointerEvent
  props!.onPointerDown(at(0))
  for (const x of steps) props!.onPointerMove(at(x))
  props!.onPointerUp(at(steps.at(-1) ?? 0))
  return decided.mock.calls.map(([status]) => status)
}

test('a swipe decides by where the finger is lifted, drawn or not', () => {
  expect(swiped(30, 60, 110)).toEqual(['22'])
  expect(swiped(-40, -110)).toEqual(['00'])
})

test('a finger that moves back before it is lifted decides nothing', () => {
  expect(swiped(-40, -110, -30)).toEqual([])
  expect(swiped(40, 110, 0)).toEqual([])
})

test('a touch that is no swipe decides nothing', () => {
  expect(swiped()).toEqual([])
  expect(swiped(5)).toEqual([])
})
