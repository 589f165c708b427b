import { expect, test } from 'vitest'
import { domain } from '#platforms/domain.ts'
import type { Finding } from './finding.ts'
import { linksWithin } from './value-links.ts'

const range = { startDate: '2026-12-01', endDate: '2026-12-31' }
const row = {} as Finding

test('a value leads to all findings with it of the dates shown; beside the records of a notification, to those of any', () => {
  const link = (notification: string | undefined) =>
    linksWithin(domain, { notification, range }, '2026-12-10')('registrar', 'Namekeep', row)
  expect(link(undefined)).toEqual({ to: '.', search: { 'registrar.any': '"Namekeep"', ...range } })
  expect(link('some id')).toEqual({
    to: '.',
    search: { 'registrar.any': '"Namekeep"', startDate: '2018-01-01', endDate: '2026-12-31' },
  })
})
