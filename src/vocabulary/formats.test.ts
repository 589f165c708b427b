import { expect, test, vi } from 'vitest'
import {
  readDay,
  showDay,
  showDayOf,
  showDayOnHome,
  showEnforcementDay,
  showMoment,
  showSignIn,
  showTime,
} from './dates.ts'
import { countText } from './numbers.ts'

test('C-342 days are written DD/MM/YYYY, and DD-MM-YYYY on the client home', () => {
  expect(showDay('2026-03-04')).toBe('04/03/2026')
  expect(showDayOnHome('2026-03-04')).toBe('04-03-2026')
  expect(showDayOf('2026-03-04T20:00:00.000Z', 'Asia/Kolkata')).toBe('05/03/2026')
})

test('C-343 times are written hh:mm:ss am/pm in the business zone', () => {
  expect(showTime('2026-03-04T20:00:05.000Z', 'Asia/Kolkata')).toBe('01:30:05 am')
  expect(showTime('2026-03-04T09:05:09.000Z', 'Asia/Kolkata')).toBe('02:35:09 pm')
  expect(showTime('2026-03-04T06:30:00.000Z', 'Asia/Kolkata')).toBe('12:00:00 pm')
})

test('S-286 staff days are DD/MM/YYYY, enforcement days D-M-YYYY', () => {
  expect(showDay('2026-11-03')).toBe('03/11/2026')
  expect(showEnforcementDay('2026-03-04')).toBe('4-3-2026')
})

test('A-153 what a form sends as Y-MM-DD is shown as DD/MM/YYYY and read back the same; a last login is Indian English', () => {
  expect(readDay('2026-03-04')).toBe('2026-03-04')
  expect(readDay(showDay('2026-03-04'))).toBe('2026-03-04')
  expect(showSignIn('2026-03-04T20:00:05.000Z', 'Asia/Kolkata')).toBe('05/03/2026, 01:30 am')
})

test('counts are grouped by thousands everywhere, whatever the locale of the machine', () => {
  expect([0, 999, 1240, 100_000, 12_345_678].map(countText)).toEqual(['0', '999', '1,240', '100,000', '12,345,678'])
})

test('C-342 C-343 moments of a million rows: a format is made once for a zone', () => {
  const made = vi.spyOn(Intl, 'DateTimeFormat')
  for (let n = 0; n < 100; n++) {
    expect(showMoment('2026-03-04T20:00:05.000Z', 'Pacific/Auckland')).toBe('05/03/2026 09:00:05 am')
    expect(showSignIn('2026-03-04T20:00:05.000Z', 'Pacific/Auckland')).toBe('05/03/2026, 09:00 am')
  }
  expect(made).toHaveBeenCalledTimes(3)
  made.mockRestore()
})
