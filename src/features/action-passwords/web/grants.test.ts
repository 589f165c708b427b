import { afterEach, expect, test, vi } from 'vitest'
import { forgetGrant, rememberedGrant, rememberGrant } from './grants.ts'

afterEach(() => void vi.useRealTimers())

test('G82 a grant is remembered for its person and action until it expires or is refused', () => {
  vi.useFakeTimers({ now: 1_000_000 })
  rememberGrant('anna', 'meesho', { grant: 'g', expiresIn: 600 })
  expect(rememberedGrant('anna', 'meesho')).toEqual({ grant: 'g', until: 1_600_000 })
  expect([rememberedGrant('anna', 'twitter'), rememberedGrant('ben', 'meesho')]).toEqual([undefined, undefined])
  vi.setSystemTime(1_599_999)
  expect(rememberedGrant('anna', 'meesho')?.grant).toBe('g')
  vi.setSystemTime(1_600_000)
  expect(rememberedGrant('anna', 'meesho')).toBeUndefined()
  rememberGrant('anna', 'meesho', { grant: 'h', expiresIn: 600 })
  forgetGrant('anna', 'meesho')
  expect(rememberedGrant('anna', 'meesho')).toBeUndefined()
})
