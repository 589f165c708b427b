import { expect, test } from 'vitest'
import type { User } from '#features/sessions/contract-schemas.ts'
import { reportLines } from './report-lines.ts'

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
