import { expect, test } from 'vitest'
import { changedFields } from './changed-fields.ts'

const labels = { name: 'Name', isBlocked: 'Blocked', lines: 'Lines', plan: 'Plan', text: 'Text' }

test('only labelled fields that differ are named, with their values as texts', () => {
  const before = { name: 'Ann', isBlocked: false, lines: ['a', 'b'], plan: { from: '1', to: null }, passwordHash: 'x' }
  const after = { ...before, isBlocked: true, lines: ['a'], plan: { from: '1', to: '2' }, passwordHash: 'y' }
  expect(changedFields(labels, before, after)).toEqual([
    { field: 'Blocked', before: 'No', after: 'Yes' },
    { field: 'Lines', before: 'a; b', after: 'a' },
    { field: 'Plan', before: 'from: 1', after: 'from: 1, to: 2' },
  ])
  expect(changedFields(labels, { name: null }, { name: '' })).toEqual([])
})

test('a long value is cut at 200 characters, and its first difference is among them', () => {
  const [early] = changedFields(labels, { text: 'a'.repeat(300) }, { text: `b${'a'.repeat(300)}` })
  expect([early!.before.length, early!.after.length]).toEqual([200, 200])
  expect(early!.after).toMatch(/^ba+…$/)
  const [late] = changedFields(labels, { text: `${'a'.repeat(900)}x` }, { text: `${'a'.repeat(900)}y` })
  expect(late).toEqual({ field: 'Text', before: `…${'a'.repeat(30)}x`, after: `…${'a'.repeat(30)}y` })
})
