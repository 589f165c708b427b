import { expect, test } from 'vitest'
import type { User } from '#features/sessions/contract-schemas.ts'
import { chooseBrandId, saveUser, storedSession, watchSession } from './session-store.ts'

const user = { id: 'a', username: 'a@example.com', role: 'Client', jwtToken: 'token', seen: false } as unknown as User

test('C-251 a check of the session that changes nothing leaves the same object, so that nothing is rendered again', () => {
  saveUser(user)
  const before = storedSession()
  const heard: unknown[] = []
  const stop = watchSession(() => heard.push(storedSession()))
  saveUser({ ...user })
  expect(heard).toEqual([before])
  expect(heard[0]).toBe(before)

  saveUser({ ...user, seen: true })
  expect(storedSession()).not.toBe(before)
  expect(storedSession().user?.seen).toBe(true)
  chooseBrandId('b')
  expect([storedSession().brandId, heard.length]).toEqual(['b', 3])
  stop()
})
