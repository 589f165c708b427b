import { expect, test } from 'vitest'
import { filled } from './CodeBoxes.tsx'
import { firstPasswordProblem } from './first-password-problem.ts'
import { minutesAndSeconds, resendSeconds, secondsLeft } from './resend-countdown.ts'

test.each([
  ['short1!', 'other', 'Password must be at least 8 characters long'],
  ['lowercase1!', 'Different1!', 'Passwords do not match'],
  ['lowercase1!', 'lowercase1!', 'Password must contain at least one uppercase letter'],
  ['UPPERCASE1!', 'UPPERCASE1!', 'Password must contain at least one lowercase letter'],
  ['NoDigits!!', 'NoDigits!!', 'Password must contain at least one digit'],
  ['NoSpecial1', 'NoSpecial1', 'Password must contain at least one special character'],
  ['Eight1!x', 'Eight1!x', undefined],
])('C-233 C-330 A-087 %s confirmed by %s reports the first problem', (password, confirmed, problem) => {
  expect(firstPasswordProblem(password, confirmed)).toBe(problem)
})

test('C-228 only the digits of pasted text fill the boxes, as many as there are boxes', () => {
  const empty = Array.from({ length: 6 }, () => '')
  expect(filled(empty, 0, 'Code: 12-34 56 7')).toEqual({ digits: ['1', '2', '3', '4', '5', '6'], focus: 5 })
  expect(filled(empty, 4, '987')).toEqual({ digits: ['', '', '', '', '9', '8'], focus: 5 })
  expect(filled(empty, 2, 'x')).toEqual({ digits: empty, focus: 2 })
})

test('C-208 C-209 120 seconds are counted down in minutes and seconds, to zero', () => {
  expect(resendSeconds).toBe(120)
  expect([0, 1000, 61_000, 120_000, 500_000].map((passed) => minutesAndSeconds(secondsLeft(0, passed)))).toEqual([
    '2:00',
    '1:59',
    '0:59',
    '0:00',
    '0:00',
  ])
})
