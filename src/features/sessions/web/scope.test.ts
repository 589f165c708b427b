import { describe, expect, test } from 'vitest'
import type { User } from '#features/sessions/contract-schemas.ts'
import { lostSelection, scopeOf } from './scope.ts'

const one = 'c1'
const two = 'c2'
const user = {
  companyDetails: [
    { _id: one, id: one, name: 'First' },
    { _id: two, id: two, name: 'Second' },
  ],
  brandDetails: [
    { id: 'b1', brandName: 'Alpha', company: one, status: true, platform: { domain: {}, tmch: {} } },
    { id: 'b2', brandName: 'Beta', company: one, status: true, platform: { eCommerce: {} } },
    { id: 'b3', brandName: 'Off', company: one, status: false, platform: { appStore: {} } },
    { id: 'b4', brandName: 'Gamma', company: two, status: true, platform: { website: {} } },
  ],
} as unknown as User

describe('the scope of a Client', () => {
  test('C-219 C-220 C-146 without a selection: the first company and all its brands', () => {
    const { scope, brands } = scopeOf({ user, companyId: null, brandId: null })
    expect(scope.company).toEqual({ id: one, companyName: 'First' })
    expect(scope.brand).toEqual({ id: null, brandName: 'All' })
    expect(brands.map(({ brandName }) => brandName)).toEqual(['Alpha', 'Beta'])
    expect([...scope.platforms].toSorted()).toEqual(['domain', 'eCommerce', 'tmch'])
    expect(scope.query).toEqual({ clientCompanyId: one })
  })

  test('C-247 a brand with status false is not offered, and cannot be chosen', () => {
    const { scope, brands } = scopeOf({ user, companyId: one, brandId: 'b3' })
    expect(brands.some(({ id }) => id === 'b3')).toBe(false)
    expect(scope.brand.id).toBeNull()
  })

  test('C-146 C-147 a selected brand has its own platforms', () => {
    const { scope } = scopeOf({ user, companyId: one, brandId: 'b2' })
    expect([...scope.platforms]).toEqual(['eCommerce'])
    expect(scope.query).toEqual({ brand: 'b2', clientCompanyId: one })
  })

  test('C-147 signed-out users and staff have the scope All', () => {
    const { scope } = scopeOf({ user: undefined, companyId: null, brandId: null })
    expect(scope.company).toEqual({ id: null, companyName: 'All' })
    expect(scope.query).toEqual({})
  })
})

describe('a selection that is lost', () => {
  const before = { user, companyId: one, brandId: 'b2' }
  const now = (change: Partial<User>) => ({ ...before, user: { ...user, ...change } })
  const without = (id: string) => user.brandDetails?.filter((brand) => brand.id !== id) ?? []

  test('a brand that was switched off or deleted, and what is shown instead', () => {
    expect(lostSelection(before, now({ brandDetails: without('b2') }))).toEqual({ lost: 'Beta', shown: 'First' })
  })
  test('a company that was deleted, with its brands', () => {
    const [, second] = user.companyDetails ?? []
    expect(lostSelection(before, now({ companyDetails: [second!], brandDetails: without('b2') }))).toEqual({
      lost: 'First',
      shown: 'Second',
    })
  })
  test('a brand that is not selected is not missed', () => {
    expect(lostSelection(before, now({ brandDetails: without('b1') }))).toBeUndefined()
    expect(lostSelection({ ...before, brandId: null }, now({ brandDetails: without('b2') }))).toBeUndefined()
  })
})
