import { describe, expect, test } from 'vitest'
import { listsOf, listScreens } from '#features/views/rules.ts'
import { platforms } from '#platforms/all.ts'
import { allScreens } from './all-screens.ts'
import { menuOf } from './menus.ts'
import { linkOfView, pinnedLinks } from './pinned-views.ts'

const view = (list: string) => ({
  id: `id of ${list}`,
  list,
  name: list,
  search: {},
  isShared: false,
  isPinned: true,
  isOwn: true,
  mayChange: true,
  owner: 'Ada Lovelace',
})

test('staff open views of Enforcement, My Work and Clusters from the menu', () => {
  const listed = ['my-work', 'clusters', ...platforms.map(({ value }) => `enforcement-${value}`)]
  for (const role of ['Analyst', 'Admin'] as const)
    expect(listed.map((list) => linkOfView(view(list), menuOf[role]))).toEqual([
      { path: '/my-work', search: { view: 'id of my-work' } },
      { path: '/clusters', search: { view: 'id of clusters' } },
      ...platforms.map(({ value }) => ({
        path: '/enforcement',
        search: { platform: value, view: `id of enforcement-${value}` },
      })),
    ])
})

describe.each(listScreens)('the views of /%s', (list) => {
  const path = `/${list}`
  const { access } = allScreens.find((screen) => screen.path === path)!

  test.each(['Client', 'Analyst', 'Admin'] as const)('are opened from the menu of who may open it: %s', (role) => {
    const mayOpen = access !== 'anybody' && access.includes(role)
    const link = linkOfView(view(list), menuOf[role])
    expect(link).toEqual(mayOpen ? { path, search: { view: `id of ${list}` } } : undefined)
    expect(listsOf(role).includes(list)).toBe(mayOpen)
  })
})

test('a Client opens views of every dashboard and of Clusters, and none of a list that only staff have', () => {
  const listed = [...platforms.map(({ module }) => module), 'trap-purchase', 'clusters']
  for (const list of listed) expect(linkOfView(view(list), menuOf.Client)?.search).toEqual({ view: `id of ${list}` })
  for (const list of ['my-work', 'enforcement-domain', 'gone'])
    expect(linkOfView(view(list), menuOf.Client)).toBeUndefined()
})

test('an entry of the menu has only the views of its own lists', () => {
  const views = ['my-work', 'clusters', 'domain'].map(view)
  expect(pinnedLinks(views, '/my-work')).toEqual([
    { name: 'my-work', path: '/my-work', search: { view: 'id of my-work' } },
  ])
  expect(pinnedLinks(views, '/workload')).toEqual([])
})
