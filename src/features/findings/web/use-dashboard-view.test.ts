import { expect, test } from 'vitest'
import { renderedOnce } from '#kit/web/testing-address.tsx'
import { website } from '#platforms/website.ts'
import { useOpenRows } from './use-dashboard.ts'
import { useDashboardView } from './use-dashboard-view.ts'

function useWebsites() {
  const [view, change] = useDashboardView(website)
  return { change, opened: useOpenRows({ view, change }) }
}

test('a filter and an order chosen before the screen follows are both applied, each as a step of its own', async () => {
  const { result, search, steps } = await renderedOnce('/list?url=a.test', useWebsites)
  result.change({ filters: { url: 'a.test', status: '22' } })
  result.change({ sort: { by: 'url', order: 'desc' } })
  result.change({ size: 25 })
  expect(search()).toMatchObject({ url: 'a.test', status: '22', sortBy: 'url', sortOrder: 'desc' })
  expect(steps()).toBe(4)
})

test('walking on from an open finding is no step, also when the next comes before the rendering', async () => {
  const { result, search, steps } = await renderedOnce('/list?url=a.test', useWebsites)
  for (const peek of ['first', 'second', 'third']) result.change({ peek })
  expect(search()).toMatchObject({ url: 'a.test', peek: 'third' })
  expect(steps()).toBe(2)
})

test('rows opened and closed at once are open and closed', async () => {
  const { result, search } = await renderedOnce('/list?url=a.test&open=one,two', useWebsites)
  result.opened.set(new Set(['one', 'two', 'three']))
  result.opened.set(new Set(['two']))
  result.opened.set(new Set(['one', 'two', 'four']))
  expect(search()['open']).toBe('two,three,four')
})
