import { expect, test } from 'vitest'
import { rememberScope, scopeOfSearch, startingScope } from './remembered-scope.ts'
import { nothingChosen } from './staff-scope.ts'

const scope = { companyId: 'c', brandId: 'b', platform: 'domain' } as const

test('a screen starts with what the same person chose last, on whichever screen', () => {
  rememberScope('one', scope)
  expect(startingScope('one', {})).toEqual(scope)
  expect(startingScope('another', {})).toEqual(nothingChosen)
  rememberScope('one', nothingChosen)
  expect(startingScope('one', {})).toEqual(nothingChosen)
})

test('a link that names a company decides, and is remembered', () => {
  rememberScope('two', scope)
  expect(startingScope('two', { company: 'x', brand: 'y', platform: 'website' })).toEqual({
    companyId: 'x',
    brandId: 'y',
    platform: 'website',
  })
  expect(startingScope('two', {}).companyId).toBe('x')
})

test('a brand needs its company, a platform its brand, and each must be one', () => {
  expect(scopeOfSearch({ brand: 'b', platform: 'domain' })).toEqual(nothingChosen)
  expect(scopeOfSearch({ company: 'c', platform: 'domain' })).toEqual({ ...nothingChosen, companyId: 'c' })
  expect(scopeOfSearch({ company: 'c', brand: 'b', platform: 'tmch' }).platform).toBeUndefined()
  expect(scopeOfSearch({ company: ['c'], brand: {} })).toEqual(nothingChosen)
})
