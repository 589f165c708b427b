import { expect, test } from 'vitest'
import type { User } from '#features/sessions/contract-schemas.ts'
import { reportLines, withChoice } from './report-lines.ts'

const brand = (id: string, company: string, status = true) => ({ id, brandName: id, company, status, platform: {} })
const person = (companies: readonly string[], brands: readonly ReturnType<typeof brand>[]) =>
  ({ companyDetails: companies.map((id) => ({ id, name: `Company ${id}` })), brandDetails: brands }) as unknown as User
const subscription = (id: string) => ({ id, brand: { id, brandName: id }, rhythm: 'weekly' as const })

test('reports are of the brands of all companies of a person; those of a brand that is disabled or gone are not sent', () => {
  const user = person(['a', 'b'], [brand('Own', 'a'), brand('Child', 'b'), brand('Disabled', 'a', false)])
  const lines = reportLines(user, [subscription('Child'), subscription('Disabled'), subscription('Gone')])
  expect(lines.map(({ name, company, rhythm, isGone }) => [name, company, rhythm, isGone])).toEqual([
    ['All brands', undefined, 'never', false],
    ['Own', 'Company a', 'never', false],
    ['Child', 'Company b', 'weekly', false],
    ['Disabled', undefined, 'weekly', true],
    ['Gone', undefined, 'weekly', true],
  ])
})

test('the company is not named where there is one only', () => {
  expect(reportLines(person(['a'], [brand('Own', 'a')]), []).map(({ company }) => company)).toEqual([
    undefined,
    undefined,
  ])
})

test('what was stored is known before it is read again: chosen, changed, ended', () => {
  const weekly = subscription('Own')
  const user = person(['a'], [brand('Own', 'a'), brand('Other', 'a')])
  const rhythms = (...choices: Parameters<typeof withChoice>[1][]) =>
    reportLines(user, choices.reduce(withChoice, [weekly])).map(({ name, rhythm }) => `${name} ${rhythm}`)
  expect(rhythms({ brand: 'Own', rhythm: 'monthly' })).toEqual(['All brands never', 'Own monthly', 'Other never'])
  expect(rhythms({ brand: 'Own', rhythm: 'never' })).toEqual(['All brands never', 'Own never', 'Other never'])
  expect(rhythms({ brand: '', rhythm: 'weekly' }, { brand: 'Other', rhythm: 'monthly' })).toEqual([
    'All brands weekly',
    'Own weekly',
    'Other monthly',
  ])
})
