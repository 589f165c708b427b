import { expect, test } from 'vitest'
import { roles, type Role } from '#vocabulary/roles.ts'
import { keyGroupsFor } from './keys.ts'

const textsOf = (role: Role) => keyGroupsFor(role).flatMap(({ keys }) => keys.map(([, does]) => does))

test('the list of keys offers each role only the keys it has', () => {
  const approving = ['Approve the selected rows', 'Undo the approval', 'Approve']
  expect(textsOf('Analyst').filter((does) => approving.includes(does))).toEqual([])
  expect(textsOf('Client')).toEqual(expect.arrayContaining(approving))
  expect(textsOf('Admin')).toEqual(expect.arrayContaining(approving))
  for (const does of ['In Progress', 'Success', 'Assign, on the open finding', 'Add enforcement, on the open finding'])
    expect(
      roles.filter((role) => textsOf(role).includes(does)),
      does,
    ).not.toContain('Client')
  for (const role of roles) expect(textsOf(role)).toContain('Undo the last decision')
})
