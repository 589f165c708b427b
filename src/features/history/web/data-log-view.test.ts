import { expect, test } from 'vitest'
import type { DataRecord } from '#features/history/contract.ts'
import { dataLogViewOf, recordLink, withDataLogFilters } from './data-log-view.ts'

test('the filters of the data log are read from the URL: blank ones and wrong days are left out, days are in order', () => {
  expect(dataLogViewOf({ type: 'delete', person: ' Kiran ', company: '', startDate: 'x', other: 1 })).toEqual({
    type: 'delete',
    person: 'Kiran',
  })
  const view = dataLogViewOf({ startDate: '2026-02-02', endDate: '2026-01-01', subject: 'Acme' })
  expect(view).toEqual({ startDate: '2026-01-01', endDate: '2026-02-02', subject: 'Acme' })
  expect(withDataLogFilters(view, { subject: '', model: 'User' })).toEqual({
    startDate: '2026-01-01',
    endDate: '2026-02-02',
    model: 'User',
  })
})

test('a line leads to its record where a screen shows it', () => {
  const linkOf = (more: Partial<DataRecord>) =>
    recordLink({ type: 'update', model: 'User', subject: '', company: '', recordId: 'r', ...more } as DataRecord)
  expect(linkOf({ subject: 'Ann (of Acme) Lee (ann@mail.test)' })).toEqual({
    to: '/users',
    search: { search: 'ann@mail.test' },
  })
  expect(linkOf({ model: 'Brand', subject: 'Lumen' })).toEqual({ to: '/brands', search: { search: 'Lumen' } })
  expect(linkOf({ model: 'Domain', type: 'delete' })).toEqual({ to: '/logs', search: { finding: 'r' } })
  expect(linkOf({ model: 'WhiteLabel', company: 'Acme' })).toEqual({ to: '/white-label', search: { search: 'Acme' } })
  expect(linkOf({ model: 'Company', type: 'delete' })).toBeUndefined()
  expect(linkOf({ model: 'Abuse contact', subject: 'abuse@keep.test, Keep, Inc.' })).toEqual({
    to: '/abuse-contacts',
    search: { search: 'abuse@keep.test' },
  })
  expect(linkOf({ model: 'Cluster' })).toEqual({ to: '/clusters/r', search: {} })
  expect(linkOf({ recordId: null })).toBeUndefined()
  expect(linkOf({ model: 'List desk' })).toBeUndefined()
})
