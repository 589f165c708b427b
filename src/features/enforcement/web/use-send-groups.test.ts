import { expect, test } from 'vitest'
import type { SendGroup } from '#features/enforcement/contract-schemas.ts'
import { enteredGroups, withEntered } from './use-send-groups.ts'

const group = (...recordIds: string[]) =>
  ({ recordIds, desk: undefined, registrar: '', ipAddress: '', hosting: '', perEmail: null }) as unknown as SendGroup
const emailsOf = (groups: readonly SendGroup[], entered: Parameters<typeof enteredGroups>[1]) =>
  enteredGroups(groups, entered).map(({ values }) => values.email)

test('an address that was entered goes with the findings of its group when the plan is read again', () => {
  const [first, second] = [group('a', 'b'), group('c')]
  const entered = withEntered({}, first, { email: 'abuse@first.example' })
  expect(emailsOf([first, second], entered)).toEqual(['abuse@first.example', ''])
  expect(emailsOf([second, group('b', 'a')], entered)).toEqual(['', 'abuse@first.example'])
  // A finding that goes to another desk now is not sent to the address that was entered for the former group.
  expect(emailsOf([group('a', 'c'), group('b')], entered)).toEqual(['', ''])
})
