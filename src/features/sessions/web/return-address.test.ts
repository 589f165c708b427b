import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetAddress, rememberAddress, returnAddress } from './return-address.ts'

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  })
})
afterEach(() => vi.unstubAllGlobals())

test('signing in returns to the address that asked for it, and a person only to the own one', () => {
  rememberAddress({ address: '/domain-dashboard?status=33' })
  expect(returnAddress('anybody')?.address).toBe('/domain-dashboard?status=33')
  rememberAddress({ address: '/website-dashboard', userId: 'a' })
  expect(returnAddress('a')?.address).toBe('/website-dashboard')
  expect(returnAddress('b')).toBeUndefined()
  forgetAddress()
  expect(returnAddress('a')).toBeUndefined()
})

test.each(['//evil.example/', 'https://evil.example/', 'javascript:alert(1)', '/', '', '/login', '/login?x=1'])(
  'no return to %j',
  (address) => {
    rememberAddress({ address })
    expect(returnAddress()).toBeUndefined()
  },
)
