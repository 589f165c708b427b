import { expect, test } from 'vitest'
import { nextSort } from './sort-cycle.ts'

test('C-101 sorting cycles none, ascending, descending, none; another column starts ascending', () => {
  const up = nextSort(null, 'site')
  expect(up).toEqual({ by: 'site', order: 'asc' })
  const down = nextSort(up, 'site')
  expect(down).toEqual({ by: 'site', order: 'desc' })
  expect(nextSort(down, 'site')).toBeNull()
  expect(nextSort(down, 'price')).toEqual({ by: 'price', order: 'asc' })
})
