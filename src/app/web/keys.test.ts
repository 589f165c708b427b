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

/** The guides of docs/use by their path. */
const guides = import.meta.glob<string>('/docs/use/*.md', { query: '?raw', import: 'default', eager: true })

test.each(roles)('the guide of a role names every key that ? offers it for findings: %s', (role) => {
  // That of Admins says that the keys of an Analyst are theirs.
  const names = role === 'Admin' ? ['admin', 'analyst'] : [role.toLowerCase()]
  const text = names.map((name) => guides[`/docs/use/${name}.md`]).join('')
  const decisions = keyGroupsFor(role).find(({ name }) => name.startsWith('Decisions'))!
  const missing = decisions.keys.map(([pressed]) => pressed).filter((key) => !text.includes(`\`${key}\``))
  expect(missing).toEqual([])
})
