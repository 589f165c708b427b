import { expect, test } from 'vitest'
import { parsePage } from './parse-page.ts'

test('a page that was made to be slow to parse is parsed quickly', () => {
  const maxLength = 200_000
  const filled = (piece: string) => Buffer.from(piece.repeat(Math.ceil(maxLength / piece.length)))
  // Each took minutes when every '<' searched for its end again.
  expect(() => {
    for (const piece of ['<', '<a', '<title', '<!--', '<script ', '</script ', '&', '<a href="', '< ', ' '])
      expect(parsePage(filled(piece)).text.length).toBeLessThanOrEqual(maxLength)
  }).toTakeLessThan(3000)
})

test('a tag that is cut off is not text, and a less-than sign is', () => {
  const page = parsePage(
    Buffer.from('<title lang="en">A &lt; B</title><p>3 < 4, 5 <6<br/>end<!doctype x></p><img src="cut'),
  )
  expect(page).toMatchObject({ title: 'A < B', text: 'A < B 3 < 4, 5 <6 end' })
})
