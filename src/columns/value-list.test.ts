import { expect, test } from 'vitest'
import { listOfValues, valuesIn } from './value-list.ts'

test('a value with a comma stays one in a list', () => {
  const values = ['Kart, Holm & Söhne', 'Shopvira', '22']
  expect(listOfValues(values)).toBe('"Kart, Holm & Söhne",Shopvira,22')
  expect(valuesIn(listOfValues(values))).toEqual(values)
})

test('G115 other lists are read as before, quotes within a value too', () => {
  expect(valuesIn(' 33 ,22,,33, ')).toEqual(['33', '22'])
  expect(valuesIn('27" screens, 5" discs')).toEqual(['27" screens', '5" discs'])
  expect(valuesIn('"best" price, "a, b" ,c')).toEqual(['"best" price', 'a, b', 'c'])
  expect(valuesIn('')).toEqual([])
})
