import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { drawComplaint } from './draw-complaint.ts'

const line = (n: number) => ({ label: `Field ${n}`, value: 'One line' })
const lines = (count: number) => Array.from({ length: count }, (_, n) => line(n))
const pagesOf = async (fields: { label: string; value: string }[]) => {
  const pdf = drawComplaint(
    { title: 'Complaint', problems: [], parts: [{ title: 'Part', fields }], text: '' },
    'Product',
  )
  return (await buffer(pdf)).toString('latin1').match(/\/Type \/Page\b/g)?.length
}

test('after an answer that goes on over the page, the next fields follow it at once', async () => {
  const long = { label: 'Response 1', value: Array.from({ length: 12 }, (_, n) => `Line ${n} of the reply`).join('\n') }
  expect(await pagesOf(lines(30))).toBe(1)
  expect(await pagesOf([...lines(34), long, ...lines(20)])).toBe(2)
})
