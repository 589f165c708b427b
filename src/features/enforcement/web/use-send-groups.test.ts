import { expect, test } from 'vitest'
import type { SendGroup } from '#features/enforcement/contract-schemas.ts'
import { enteredGroups, errorsIn, withEntered } from './use-send-groups.ts'

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

test('an error stays with the group it is about when the plan is read again', () => {
  const [first, second, third] = [group('a', 'b'), group('c'), group('d')]
  const refusal = {
    fields: { 'groups.0.hosting': 'Hosting is required', 'groups.1.abuseEmail': 'Abuse email is not valid', x: 'y' },
    sent: [second, third],
  }
  expect(errorsIn(refusal, [first, second, third])).toEqual({
    '1.hosting': 'Hosting is required',
    '2.abuseEmail': 'Abuse email is not valid',
    x: 'y',
  })
  expect(errorsIn(refusal, [third, first])).toEqual({ '0.abuseEmail': 'Abuse email is not valid', x: 'y' })
})
