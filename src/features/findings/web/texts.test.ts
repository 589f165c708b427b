import { expect, test } from 'vitest'
import { texts } from './texts.ts'

test('one detail more is told apart from several', () => {
  expect([1, 2, 1200].map(texts.moreFacts)).toEqual(['1 more detail', '2 more details', '1,200 more details'])
})
