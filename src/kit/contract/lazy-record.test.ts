import { expect, test } from 'vitest'
import { lazyRecord } from './lazy-record.ts'

test('a value is computed when it is first read, once, and all of them when they are listed', () => {
  const computed: string[] = []
  const pathOf = (key: string) => {
    computed.push(key)
    return { path: `/${key}` }
  }
  const record = lazyRecord([
    ['domain', () => pathOf('domain')],
    ['website', () => pathOf('website')],
  ])
  expect([Object.keys(record), computed]).toEqual([['domain', 'website'], []])
  const first = record.website
  expect([first, record.website === first, computed]).toEqual([{ path: '/website' }, true, ['website']])
  expect([Object.values(record), { ...record }, computed]).toEqual([
    [{ path: '/domain' }, { path: '/website' }],
    { domain: { path: '/domain' }, website: { path: '/website' } },
    ['website', 'domain'],
  ])
})
