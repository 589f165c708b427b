import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetAddress, rememberAddress, returnAddress } from './return-address.ts'
import type { Role } from '#vocabulary/roles.ts'

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  })
})
afterEach(() => vi.unstubAllGlobals())

const person = (id: string, role: Role = 'Client') => ({ id, role })

test('signing in returns to the address that asked for it, and a person only to the own one', () => {
  rememberAddress({ address: '/domain-dashboard?status=33' })
  expect(returnAddress(person('anybody'))?.address).toBe('/domain-dashboard?status=33')
  rememberAddress({ address: '/website-dashboard', userId: 'a' })
  expect(returnAddress(person('a'))?.address).toBe('/website-dashboard')
  expect(returnAddress(person('b'))).toBeUndefined()
  forgetAddress()
  expect(returnAddress(person('a'))).toBeUndefined()
})

test('a person whose role changed meanwhile does not return to a screen of the old role', () => {
  rememberAddress({ address: '/enforcement?platform=website', userId: 'a', role: 'Analyst' })
  expect(returnAddress(person('a', 'Analyst'))?.address).toBe('/enforcement?platform=website')
  expect(returnAddress(person('a', 'Client'))).toBeUndefined()
})

test.each(['//evil.example/', 'https://evil.example/', 'javascript:alert(1)', '/', '', '/login', '/login?x=1'])(
  'no return to %j',
  (address) => {
    rememberAddress({ address })
    expect(returnAddress()).toBeUndefined()
  },
)
