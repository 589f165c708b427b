import { expect, test } from 'vitest'
import type { Page } from '#kit/contract/page.ts'
import { renderedOnce } from './testing-address.tsx'
import { useChangeAddress } from './use-address.ts'
import { type Pages, usePages } from './use-pages.ts'

type Row = { id: string }

test('two changes faster than the rendering are both in the address', async () => {
  const { result: change, search } = await renderedOnce('/list?a=u', useChangeAddress)
  void change((now) => ({ search: { ...now.search, b: 'v' } }))
  void change((now) => ({ search: { ...now.search, c: 'w' } }))
  expect(search()).toEqual({ a: 'u', b: 'v', c: 'w' })
})

test('a change after the person has gone to another screen leaves that screen’s address alone', async () => {
  const { result: change, router, path, search } = await renderedOnce('/list?a=u', useChangeAddress)
  await router.navigate({ to: '/other' as '/' })
  await change((now) => ({ search: { ...now.search, b: 'v' } }))
  expect([path(), search()]).toEqual(['/other', {}])
})

test('clearing a list removes search and filters, but not what the list is of', async () => {
  const load = () => new Promise<Page<Row>>(() => undefined)
  const options = { name: 'test', filters: ['kind', 'owner'], subject: ['owner'], load }
  const useList = (): Pages<Row> => usePages<Row>(options)
  const { result: pages, search } = await renderedOnce('/list?kind=a&owner=b&search=words&page=3&sortBy=name', useList)
  expect(pages.isFiltered).toBe(true)
  pages.clear()
  expect(search()).toEqual({ owner: 'b', sortBy: 'name', sortDirection: '1' })
  expect((await renderedOnce('/list?owner=b', useList)).result.isFiltered).toBe(false)
})

test('of a list two filters, an order and a page chosen at once all count', async () => {
  const load = () => new Promise<Page<Row>>(() => undefined)
  const useList = (): Pages<Row> => usePages<Row>({ name: 'test', filters: ['kind', 'owner'], load })
  const { result: pages, search } = await renderedOnce('/list', useList)
  pages.filter({ kind: 'a' })
  pages.filter({ owner: 'b' })
  pages.change({ sort: { by: 'name', order: 'asc' } })
  pages.filter({ kind: '' })
  pages.change({ search: 'words' })
  expect(search()).toEqual({ owner: 'b', sortBy: 'name', sortDirection: '1', search: 'words' })
})
