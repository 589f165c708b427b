import { expect, test } from 'vitest'
import { CallFailed } from '#kit/web/call.ts'
import { showSignIn } from '#vocabulary/dates.ts'
import { deleteErrorMessage, saveErrorMessage } from './error-messages.ts'
import { emptyUser, userInput, shownFields } from './user-form.ts'

const typed = {
  ...emptyUser,
  firstName: 'Ada',
  lastName: 'Byron',
  email: 'ada@demo.test',
  mobile: '+919800000001',
  company: 'c',
  employeeCode: 'E-1',
  twoFactorAuth: true,
  passwordHash: 'Typed-Tarn-26',
}

test('A-026 with Google OAuth username, 2FA and password are hidden, and sent empty', () => {
  const google = { ...typed, role: 'Client', isGoogleAuth: true } as const
  expect(shownFields(google)).toMatchObject({ username: false, twoFactorAuth: false, passwordHash: false })
  expect(userInput(google)).toMatchObject({ isGoogleAuth: 1, twoFactorAuth: false, passwordHash: '' })
})

test('A-075 the company is shown and sent only for a Client, the employee code only for staff', () => {
  const fieldsFor = (role: 'Client' | 'Analyst' | 'Admin' | '') => {
    const { company, employeeCode } = shownFields({ ...typed, role })
    const sent = userInput({ ...typed, role })
    return [company, employeeCode, sent.company, sent.employeeCode]
  }
  expect(fieldsFor('')).toEqual([false, false, '', ''])
  expect(fieldsFor('Client')).toEqual([true, false, 'c', ''])
  expect(fieldsFor('Analyst')).toEqual([false, true, '', 'E-1'])
  expect(fieldsFor('Admin')).toEqual([false, true, '', 'E-1'])
})

test('A-076 the username that is sent is the email', () => {
  expect(userInput(typed)).toMatchObject({ username: 'ada@demo.test', email: 'ada@demo.test' })
})

test('A-139 A-140 the server’s message, else the fallback of saving or deleting; an unreachable server says so', () => {
  expect(saveErrorMessage(new CallFailed(400, { message: 'Said' }))).toBe('Said')
  expect(saveErrorMessage(new CallFailed(422, { errors: [] }))).toBe('Something wrong wrong!')
  expect(deleteErrorMessage(new CallFailed(409, { message: 'You cannot delete yourself.' }))).toBe(
    'You cannot delete yourself.',
  )
  expect(deleteErrorMessage(new CallFailed(500, {}))).toBe('Something went wrong!')
  expect(saveErrorMessage(new TypeError('fetch failed'))).toBe(
    'The server could not be reached. Check your connection.',
  )
})

test('A-022 a last login is written as in India: day first, twelve hours, in the business zone', () => {
  expect(showSignIn('2026-01-02T19:34:05Z', 'Asia/Kolkata')).toBe('03/01/2026, 01:04 am')
  expect(showSignIn('2026-01-02T19:34:05Z', 'UTC')).toBe('02/01/2026, 07:34 pm')
})
