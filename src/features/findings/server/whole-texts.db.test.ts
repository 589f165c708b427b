import { expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { wholeText } from '#columns/conditions.ts'
import { domain } from '#platforms/domain.ts'

const { get, own } = setUpActionTests()
const day = '2024-03-02'
const listed = async (condition: Record<string, string>) => {
  const query = new URLSearchParams({ startDate: day, endDate: day, ...condition })
  return (await get(`domain?${query.toString()}`)).json<{ docs: { registrar: string }[]; totalDocs: number }>()
}

test('a text in quotes is the whole value in any letter case, others are a part of it; signs of patterns are texts', async () => {
  for (const registrar of ['Namekeep', 'namekeep', 'Namekeep Asia', 'Q%', 'Q_', 'Say "when"'])
    await own(domain, ['33'], { reportingDate: day, registrar })
  const found = async (text: string, operator = 'any') =>
    (await listed({ [`registrar.${operator}`]: text })).docs.map(({ registrar }) => registrar).toSorted()
  expect(await found('Namekeep')).toEqual(['Namekeep', 'Namekeep Asia', 'namekeep'])
  expect(await found(wholeText('Namekeep'))).toEqual(['Namekeep', 'namekeep'])
  expect(await found(`${wholeText('Namekeep')}|Q%`)).toEqual(['Namekeep', 'Q%', 'namekeep'])
  expect(await found(wholeText('Q_'))).toEqual(['Q_'])
  expect(await found(wholeText('Say "when"'))).toEqual(['Say "when"'])
  expect(await found(wholeText('Namekeep'), 'not')).toEqual(['Namekeep Asia', 'Q%', 'Q_', 'Say "when"'])
})
