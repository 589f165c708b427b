import { expect, test } from 'vitest'
import { answerOf, CallFailed } from './call.ts'
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

test('an answer without a message, such as the page of a proxy, is explained by its status', async () => {
  const shownFor = async (status: number) => {
    const page = new Response('<html>nginx</html>', { status, headers: { 'content-type': 'text/html' } })
    return sentenceOf(await answerOf(page, {}).catch((problem: unknown) => problem))
  }
  expect(await shownFor(413)).toBe('This is too large to be sent.')
  expect(await shownFor(429)).toBe('Too many attempts. Please try again later.')
  for (const status of [502, 503, 504]) expect(await shownFor(status)).toContain('busy or being updated')
  expect(await shownFor(500)).toBe('Something went wrong')
})
