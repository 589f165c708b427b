import { expect, test } from 'vitest'
import { platforms } from '#platforms/all.ts'
import type { Finding } from './finding.ts'
import { linksWithin } from './value-links.ts'

const domain = platforms.find(({ value }) => value === 'domain')!

test('beside a dashboard a registrar leads to all of its findings, whatever the dates shown', () => {
  expect(linksWithin(domain, '2026-12-10')('registrar', 'Namekeep', {} as Finding)).toEqual({
    to: '.',
    search: { 'registrar.any': '"Namekeep"', startDate: '2018-01-01', endDate: '2026-12-31' },
  })
})
