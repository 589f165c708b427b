import { expect, test } from 'vitest'
import { testsFor } from '../../scripts/lib/changed.mjs'

test('a change in a feature runs the server tests of that feature and of the whole program', () => {
  expect(testsFor(['src/features/brands/server/queries.ts', 'src/features/brands/contract.ts', 'README.md'])).toEqual({
    server: ['src/app/', 'src/features/brands/'],
    journeys: [],
  })
})

test('a change in a tool or a migration runs the tests of the tools and of findings too', () => {
  const server = ['src/app/', 'src/features/findings/', 'src/kit/']
  expect(testsFor(['db/migrations/0099_x.sql'])).toEqual({ server, journeys: [] })
  expect(testsFor(['src/kit/server/db.ts'])).toEqual({ server, journeys: [] })
})

test('a screen runs no server test, a changed journey runs itself', () => {
  const journeys = ['tests/journeys/users.test.ts']
  expect(testsFor(['src/features/users/web/UsersScreen.tsx', ...journeys])).toEqual({ server: [], journeys })
})
