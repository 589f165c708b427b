import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { toastInfo } from '#kit/web/alerts.ts'
import type { List } from '#kit/web/use-list.ts'
import type { Finding } from './finding.ts'
import { texts } from './texts.ts'
import { useWalk, type Walk } from './use-walk.ts'

vi.mock('#kit/web/alerts.ts', () => ({ toastInfo: vi.fn(), toastError: vi.fn() }))

test('a key that is pressed while the next page is on its way changes nothing, and the screen says so', async () => {
  const page = (id: string) => [{ id }] as unknown as Finding[]
  const list = { rows: page('last of page 1'), total: 2, more: () => undefined } as unknown as List<Finding>
  const answer = Promise.withResolvers<Finding[]>()
  const gone: string[] = []
  const pages = {
    page: 1,
    count: 2,
    before: 0,
    read: (number: number) => (number === 1 ? Promise.resolve(list.rows) : answer.promise),
    go: (_: number, peek: string | undefined) => gone.push(String(peek)),
  }
  let walk: Walk | undefined
  function Screen() {
    const open = (id: string) => gone.push(id)
    walk = useWalk({ list, pages, id: 'last of page 1', open, stored: () => Promise.resolve() })
    return null
  }
  renderToString(<Screen />)
  expect(walk!.isTurning()).toBe(false)
  const turning = walk!.past!(1)
  expect(await walk!.past!(1)).toBeUndefined()
  expect(walk!.isTurning()).toBe(true)
  expect(vi.mocked(toastInfo).mock.calls).toEqual([[texts.isTurning], [texts.isTurning]])
  answer.resolve(page('first of page 2'))
  expect([await turning, gone]).toEqual(['first of page 2', ['first of page 2']])
  expect(walk!.isTurning()).toBe(false)
})
