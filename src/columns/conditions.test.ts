import { describe, expect, test } from 'vitest'
import { column } from './column.ts'
import { columnOfFilter, conditionNames } from './conditions.ts'
import { filterSchema } from './filter-schema.ts'

const columns = {
  site: column('Site', 'choice'),
  title: column('Title', 'text'),
  discount: column('Discount', 'percent'),
  seen: column('Seen', 'day'),
  'Follower/SubscriberCount': column('Followers', 'count'),
}
const names = ['site', 'title', 'discount', 'on', 'Follower/SubscriberCount']
const aliases = { on: 'seen' }
const schema = filterSchema(columns, [...names, ...conditionNames(columns, names, aliases)], aliases)

describe('conditions in a URL', () => {
  test('each has a parameter of its own beside the plain filter, and may be combined with it', () => {
    expect(
      schema.parse({
        title: 'shoe',
        'title.any': 'red| blue ,x|red',
        'title.not': 'sole',
        'site.not': ['A', 'B'],
        'discount.between': '50..90',
        'on.between': '2026-01-02..',
        'on.is': 'filled',
        'Follower/SubscriberCount.between': '..100',
      }),
    ).toEqual({
      title: { search: 'part', text: 'shoe' },
      'title.any': { search: 'parts', texts: ['red', 'blue ,x'] },
      'title.not': { search: 'not', texts: ['sole'] },
      'site.not': { search: 'not', texts: ['A', 'B'] },
      'discount.between': { search: 'numbers', from: 50, to: 90 },
      'seen.between': { search: 'days', from: '2026-01-02', to: undefined },
      'seen.is': { search: 'empty', isEmpty: false },
      'Follower/SubscriberCount.between': { search: 'numbers', from: undefined, to: 100 },
    })
  })

  test.each([
    ['discount.between', '90..50'],
    ['discount.between', '..'],
    ['discount.between', 'cheap'],
    ['on.between', '2026-02-01..2026-01-01'],
    ['on.between', '..soon'],
    ['title.is', 'maybe'],
    ['title.any', Array.from({ length: 201 }, (_, n) => `t${n}`).join('|')],
  ])('%s=%s is reported under its name', (name, text) => {
    expect(schema.safeParse({ [name]: text }).error?.issues.map(({ path }) => path[0])).toEqual([name])
  })

  test('separators alone are no condition, and a kind has only its own operators', () => {
    expect(schema.parse({ 'title.any': ' | ', 'site.not': '|' })).toEqual({})
    expect(conditionNames(columns, ['on', 'title'], aliases)).toEqual([
      'on.between',
      'on.is',
      'title.any',
      'title.not',
      'title.is',
    ])
  })

  test('the column of a parameter is what stands before its operator', () => {
    expect(['title.any', 'title', 'a.b.not', 'a.other', '.is'].map(columnOfFilter)).toEqual([
      'title',
      'title',
      'a.b',
      'a.other',
      '.is',
    ])
  })
})
