import { expect, test } from 'vitest'
import { texts } from './texts.ts'

test('a finding that has left the list is announced without a position in it', () => {
  expect(texts.announced(3, 1200, 'shop.example', 'Approved')).toBe('Finding 3 of 1,200: shop.example, Approved')
  expect(texts.announced(0, 1200, 'shop.example', 'Approved')).toBe('Finding: shop.example, Approved')
})

test('one detail more is told apart from several', () => {
  expect([1, 2, 1200].map(texts.moreFacts)).toEqual(['1 more detail', '2 more details', '1,200 more details'])
})
