import type { PointerEvent } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { swipeChoices, useSwipe } from './use-swipe.tsx'

// On the server nothing is drawn twice: what these see is what a hand sees that is faster than the screen.
function swiped(...steps: number[]): string[] {
  return touched(({ at, props }) => {
    props.onPointerDown(at(0))
    for (const x of steps) props.onPointerMove(at(x))
    props.onPointerUp(at(steps.at(-1) ?? 0))
  })
}

type Finger = Partial<Pick<PointerEvent, 'pointerId' | 'isPrimary' | 'target'>>
type Card = { at: (x: number, finger?: Finger) => PointerEvent; props: ReturnType<typeof useSwipe>['props'] }

function touched(by: (card: Card) => void): string[] {
  const decided = vi.fn<(status: string) => void>()
  let props: ReturnType<typeof useSwipe>['props'] | undefined
  function Card() {
    props = useSwipe(swipeChoices('Client', 'website', '33'), decided).props
    return null
  }
  renderToString(<Card />)
  const at = (x: number, finger: Finger = {}) =>
    ({
      pointerId: 1,
      pointerType: 'touch',
      isPrimary: true,
      clientX: 200 + x,
      clientY: 50,
      currentTarget: { setPointerCapture: () => undefined },
      ...finger,
    }) as unknown as PointerEvent
  by({ at, props: props! })
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

test('two fingers that enlarge the page decide nothing', () => {
  const second = { pointerId: 2, isPrimary: false }
  const decided = touched(({ at, props }) => {
    props.onPointerDown(at(0))
    props.onPointerDown(at(40, second))
    props.onPointerMove(at(-120))
    props.onPointerMove(at(160, second))
    props.onPointerUp(at(-120))
    props.onPointerUp(at(160, second))
  })
  expect(decided).toEqual([])
})

test('a finger that marks text in a field decides nothing', () => {
  const target = { closest: (selector: string) => (selector.includes('textarea') ? {} : null) } as unknown as Element
  const decided = touched(({ at, props }) => {
    props.onPointerDown(at(0, { target }))
    props.onPointerMove(at(120, { target }))
    props.onPointerUp(at(120, { target }))
  })
  expect(decided).toEqual([])
})
