import { expect, test } from 'vitest'
import { CallFailed } from './call.ts'
import { errorAlertText } from './error-alert.ts'
import { sentenceOf } from './ErrorState.tsx'
import { PartBoundary } from './PartBoundary.tsx'

test('A-136 A-141 A-142 a rejected save says Oops for 400, 401, 422 and 500, and the server message alone for the rest', () => {
  for (const status of [400, 401, 422, 500])
    expect(errorAlertText(new CallFailed(status, { message: 'It is so.' }))).toBe('Oops It is so.')
  for (const status of [403, 404, 409, 413, 429, 503])
    expect(errorAlertText(new CallFailed(status, { message: 'It is so.' }))).toBe('It is so.')
  expect(errorAlertText(new TypeError('Failed to fetch dynamically imported module: /assets/A-1.js'))).toContain(
    'reload the page',
  )
  expect(errorAlertText(new TypeError('fetch failed'))).toBe('The server could not be reached. Check your connection.')
})

test('a defect while rendering is not blamed on the connection, a script that an update replaced is named', () => {
  const shownFor = (error: Error) => sentenceOf(PartBoundary.getDerivedStateFromError(error).error)
  expect(shownFor(new TypeError("Cannot read properties of undefined (reading 'length')"))).toBe('Something went wrong')
  expect(shownFor(new TypeError('Failed to fetch dynamically imported module: /assets/A-1.js'))).toContain(
    'reload the page',
  )
})
