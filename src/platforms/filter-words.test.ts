import { expect, test } from 'vitest'
import { eCommerce } from './e-commerce.ts'
import { filterSchema } from '#columns/filter-schema.ts'
import { filterWords } from '#columns/filter-words.ts'

const { columns } = eCommerce

/** What is said of a filter with this text in the address. */
const words = (name: string, text: string) =>
  filterWords(columns, filterSchema(columns, [name]).parse({ [name]: text }) as never)

test.each([
  ['title', 'tea', 'Title: tea'],
  ['title.not', 'tea|coffee', 'Title: not tea, coffee'],
  ['title.any', 'tea|coffee', 'Title: tea, coffee'],
  ['title.is', 'empty', 'Title: empty'],
  ['status', '00,33', 'Status: No Action, Awaiting Approval'],
  ['status.not', '33', 'Status: not Awaiting Approval'],
  ['price', '10-20', 'Price: 10 – 20'],
  ['price.between', '10..', 'Price: 10 –'],
  ['reportingDate', '2024-01-15', 'Reporting Date: 15/01/2024'],
  ['reportingDate.between', '..2024-01-15', 'Reporting Date: – 15/01/2024'],
])('G106 %s=%s reads %s', (name, text, expected) => {
  expect(words(name, text)).toEqual([expected])
})

test('of many values the first five are named', () => {
  expect(words('site', 'a,b,c,d,e,f,g')[0]).toMatch(/: a, b, c, d, e and 2 more$/)
})
