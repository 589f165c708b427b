import { expect, test } from 'vitest'
import { withoutSecrets } from './log-request.ts'

const token = 'A-b_'.repeat(10) + 'xyz'

test.each([
  [`/reset-password/${token}`, '/reset-password/[cut]'],
  [`/reset-password/short?x=1`, '/reset-password/[cut]?x=1'],
  [`/api/users/verify-token/${token}`, '/api/users/verify-token/[cut]'],
  ['/api/users/verify%2Dtoken/abc', '/api/users/verify-token/[cut]'],
  ['/api/files/b/k.pdf?expires=1&signature=abc%3D', '/api/files/b/k.pdf?expires=1&signature=[cut]'],
  ['/api/files/b/k.pdf?expires=1&%73ignature=abc', '/api/files/b/k.pdf?expires=1&signature=[cut]'],
  ['/api/auth/google/callback?state=s1&code=c1&iss=x', '/api/auth/google/callback?state=[cut]&code=[cut]&iss=x'],
  [`/anything/${token}/more`, '/anything/[cut]/more'],
  ['/api/domain?search=shoe%20shop&page=2', '/api/domain?search=shoe%20shop&page=2'],
  ['/api/domain/019aab3a-2f00-7000-8000-000000000001/x', '/api/domain/019aab3a-2f00-7000-8000-000000000001/x'],
])('%s is logged as %s', (address, logged) => expect(withoutSecrets(address)).toBe(logged))
