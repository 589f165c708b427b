import { expect, test } from 'vitest'
import { texts } from './texts.ts'

test('the button of a failed job says what is done again', () => {
  expect(texts.again({ done: 5, failed: 2, waiting: 0 })).toBe('Retry failed rows')
  expect(texts.again({ done: 5, failed: 2, waiting: 3 })).toBe('Resume and retry failed rows')
  expect(texts.again({ done: 5, failed: 0, waiting: 3 })).toBe('Resume')
  expect(texts.again({ done: 0, failed: 0, waiting: 3 })).toBe('Retry')
  // A scan that found nothing to do has no rows, and a job whose file could not be written has none that failed.
  expect(texts.again({ done: 0, failed: 0, waiting: 0 })).toBe('Retry')
  expect(texts.again({ done: 5, failed: 0, waiting: 0 })).toBe('Retry')
})
