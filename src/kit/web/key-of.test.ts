import { expect, test } from 'vitest'
import { keyOf } from './key-of.ts'

const pressed = (key: string, code: string, shiftKey = false) => keyOf({ key, code, shiftKey })

test('a letter is the same key with Caps Lock on, with Shift it is another', () => {
  expect(pressed('a', 'KeyA')).toBe('a')
  expect(pressed('A', 'KeyA')).toBe('a')
  expect(pressed('A', 'KeyA', true)).toBe('A')
  expect(pressed('a', 'KeyA', true)).toBe('A')
})

test.each([
  ['Russian', 'ф', 'KeyA', 'a'],
  ['Russian, Caps Lock', 'О', 'KeyJ', 'j'],
  ['Hindi', 'ो', 'KeyA', 'a'],
  ['Hindi', 'र', 'KeyJ', 'j'],
  ['Tamil', 'ப', 'KeyH', 'h'],
  ['Greek', 'κ', 'KeyK', 'k'],
  ['Arabic', 'ش', 'KeyA', 'a'],
])('%s: %s is read by its position', (_layout, key, code, letter) => {
  expect(pressed(key, code)).toBe(letter)
})

test('a layout of Latin letters keeps its own, and no sign of it becomes a decision', () => {
  expect(pressed('a', 'KeyQ')).toBe('a')
  expect(pressed('w', 'Comma')).toBe('w')
  expect(pressed(',', 'KeyW')).toBe(',')
  expect(pressed('é', 'Digit2')).toBe('é')
  expect(pressed('ą', 'KeyA')).toBe('ą')
})

test('other keys stay what they are', () => {
  for (const [key, code] of [
    ['Enter', 'Enter'],
    ['Escape', 'Escape'],
    ['?', 'Slash'],
    ['/', 'Slash'],
    ['ArrowDown', 'ArrowDown'],
    ['Process', 'KeyA'],
    ['', ''],
  ] as const)
    expect(pressed(key, code)).toBe(key)
})
